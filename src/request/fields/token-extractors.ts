import {
  type TokenClaim,
  type TokenFieldName,
  tokenClaims,
} from '../../catalogs/fields/token-fields.ts';
import type { Getter } from '../../expression/expression.ts';
import type { RequestRecord } from '../request-record.ts';

type Extractors = Partial<Record<TokenFieldName, Getter<RequestRecord>>>;

/** The three fields of a claim: its values by token configuration, the ids of these configurations, and all values. */
function extractorsOf(claim: TokenClaim): Extractors {
  const whole = `http.request.jwt.claims.${claim}` as const;
  return {
    [whole]: ({ tokens }: RequestRecord) => tokens?.claims(claim),
    [`${whole}.names`]: ({ tokens }: RequestRecord) => tokens && [...tokens.claims(claim).keys()],
    [`${whole}.values`]: ({ tokens }: RequestRecord) =>
      tokens && [...tokens.claims(claim).values()].flat(),
  };
}

export const tokenExtractors: Extractors = Object.assign(
  {},
  ...tokenClaims.map(([claim]) => extractorsOf(claim)),
);
