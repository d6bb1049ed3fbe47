import {
  type FirewallComparisons,
  MAX_COMPARED_ZONES,
} from '../../../contracts/events/firewall-comparison.ts';
import { bodyValidator } from '../../../http/validation.ts';
import { HEX_ID_PATTERN } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const MAX_RULES = 5_000;

const Message = Type.Object({
  zones: Type.Array(
    Type.Object({
      zoneId: Type.String({ pattern: HEX_ID_PATTERN }),
      requests: Type.Object({ neither: Count, old: Count, new: Count, both: Count }),
      rules: Type.Array(
        Type.Object({
          firewall: Type.Enum(['old', 'new']),
          ruleId: Type.String({ minLength: 1, maxLength: 64 }),
          requests: Count,
          alone: Count,
        }),
        { maxItems: MAX_RULES },
      ),
    }),
    { maxItems: MAX_COMPARED_ZONES },
  ),
});

const problemOf = bodyValidator(Message);

/** Undefined if the message has another form. */
export function readComparisons(payload: unknown): FirewallComparisons | undefined {
  return problemOf(payload) ? undefined : (payload as FirewallComparisons);
}

export const ComparisonResponse = Type.Object({
  /** When both firewalls began to run; null if they never did. */
  since: Type.Union([Type.String(), Type.Null()]),
  requests: Type.Object({
    total: Type.Integer(),
    /** Requests that neither firewall refused or challenged, only the previous one, only the new one, and both. */
    neither: Type.Integer(),
    old: Type.Integer(),
    new: Type.Integer(),
    both: Type.Integer(),
  }),
  /** Rules that matched, those first whose requests the other firewall let pass most often. */
  rules: Type.Array(
    Type.Object({
      firewall: Type.Enum(['old', 'new']),
      id: Type.String(),
      description: Type.String(),
      requests: Type.Integer(),
      /** Requests that the other firewall let pass. */
      alone: Type.Integer(),
    }),
  ),
  /** Settings of the previous rules that have no equivalent. */
  not_migrated: Type.Array(
    Type.Object({
      kind: Type.Enum(['group', 'rule']),
      id: Type.String(),
      description: Type.String(),
      mode: Type.String(),
    }),
  ),
});
