import { readToken, type SentToken } from '../../detectors/tokens/read-token.ts';
import type { VerifyingKey } from '../../detectors/tokens/token-key.ts';
import { liveValueOf } from '../rules/expression-values.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import type { SentTokens } from './request-tokens.ts';
import type { VerifiedTokens } from './verified-tokens.ts';

/** Credentials of these schemes are no tokens (RFC 7617, RFC 7616), so they may stand beside a token in another source. */
const OTHER_SCHEMES = /^(?:basic|digest) /i;
/** Values of a repeated cookie that are verified; a verification can take a millisecond. */
const MAX_VALUES = 4;

/** A header or a cookie. */
interface Source {
  readonly isHeader: boolean;
  /** All its values. */
  readonly valuesIn: (request: LiveRequest) => readonly string[];
}

/**
 * Extracts and verifies tokens with imported keys. Zones with equal configurations share an instance, so it has no id.
 */
export class TokenConfiguration {
  readonly #sources: readonly Source[];
  readonly #keys: ReadonlyMap<string, VerifyingKey>;
  readonly #verified: VerifiedTokens;

  /** Throws if a source is not a valid expression. */
  constructor(sources: readonly string[], keys: readonly VerifyingKey[], verified: VerifiedTokens) {
    this.#sources = sources.map(sourceOf);
    this.#keys = new Map(keys.map((key) => [nameOf(key.alg, key.kid), key]));
    this.#verified = verified;
  }

  /**
   * The tokens of the first source that has a well-formed one. A server may use another source, or another value: headers
   * must have one value, and neither a header nor a source before the first may have a malformed one.
   */
  tokensIn(request: LiveRequest): SentTokens | undefined {
    let found: readonly SentToken[] = [];
    let isAmbiguous = false;
    for (const { isHeader, valuesIn } of this.#sources) {
      const values = valuesIn(request).filter(
        (value) => value !== '' && !OTHER_SCHEMES.test(value),
      );
      if (values.length > (isHeader ? 1 : MAX_VALUES)) isAmbiguous = true;
      const tokens = values.slice(0, MAX_VALUES).flatMap((value) => readToken(value) ?? []);
      const isMalformed = tokens.length < Math.min(values.length, MAX_VALUES);
      if (isMalformed && (isHeader || found.length === 0)) isAmbiguous = true;
      if (found.length === 0) found = tokens;
    }
    const [first, ...others] = found;
    return first && { first, others, isAmbiguous };
  }

  /** `now`: milliseconds since the epoch. */
  areValid({ first, others, isAmbiguous }: SentTokens, now: number): boolean {
    return !isAmbiguous && [first, ...others].every((token) => this.#isValid(token, now));
  }

  /** The cheapest checks come first. */
  #isValid(token: SentToken, now: number): boolean {
    const { claims, hasCritical } = token;
    const seconds = now / 1000;
    if (hasCritical || !(seconds >= claims.validFrom && seconds < claims.validUntil)) return false;
    const key = token.kid === undefined ? undefined : this.#keys.get(nameOf(token.alg, token.kid));
    return key !== undefined && this.#verified.isVerified(token.text, key);
  }
}

/** Sources name one value, `[0]`; all are read. */
function sourceOf(text: string): Source {
  const { evaluate } = liveValueOf(text.replace(/\[\d+\]\s*$/, ''));
  // An entry of a map of headers or cookies is a list of texts.
  const valuesIn = (request: LiveRequest) => (evaluate(request) ?? []) as readonly string[];
  return text.trimStart().startsWith('http.request.headers')
    ? { isHeader: true, valuesIn }
    : { isHeader: false, valuesIn: (request) => [...new Set(valuesIn(request))] };
}

/** Keys are selected by algorithm and id, which prevents algorithm confusion. */
const nameOf = (alg: string, kid: string) => `${alg} ${kid}`;
