import { readToken, type SentToken } from '../../detectors/tokens/read-token.ts';
import type { VerifyingKey } from '../../detectors/tokens/token-key.ts';
import type { Value } from '../../expression/expression.ts';
import { type Compiled, liveValueOf } from '../rules/expression-values.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import type { VerifiedTokens } from './verified-tokens.ts';

/**
 * Extracts and verifies tokens with imported keys. Zones with equal configurations share an instance, so it has no id.
 */
export class TokenConfiguration {
  readonly #sources: readonly Compiled<Value | undefined>[];
  readonly #keys: ReadonlyMap<string, VerifyingKey>;
  readonly #verified: VerifiedTokens;

  /** Throws if a source is not a valid expression. */
  constructor(sources: readonly string[], keys: readonly VerifyingKey[], verified: VerifiedTokens) {
    this.#sources = sources.map(liveValueOf);
    this.#keys = new Map(keys.map((key) => [nameOf(key.alg, key.kid), key]));
    this.#verified = verified;
  }

  /** The token of the first source that has a well-formed one. */
  tokenIn(request: LiveRequest): SentToken | undefined {
    for (const { evaluate } of this.#sources) {
      const value = evaluate(request);
      const token = typeof value === 'string' ? readToken(value) : undefined;
      if (token) return token;
    }
    return undefined;
  }

  /** `now`: milliseconds since the epoch. The cheapest checks come first. */
  isValid(token: SentToken, now: number): boolean {
    const { claims, hasCritical } = token;
    const seconds = now / 1000;
    if (hasCritical || !(seconds >= claims.validFrom && seconds < claims.validUntil)) return false;
    const key = token.kid === undefined ? undefined : this.#keys.get(nameOf(token.alg, token.kid));
    return key !== undefined && this.#verified.isVerified(token.text, key);
  }
}

/** Keys are selected by algorithm and id, which prevents algorithm confusion. */
const nameOf = (alg: string, kid: string) => `${alg} ${kid}`;
