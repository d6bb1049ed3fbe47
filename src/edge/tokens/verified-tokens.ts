import { hash } from 'node:crypto';
import type { VerifyingKey } from '../../detectors/tokens/token-key.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';

/** About 200 bytes each. */
const MAX_TOKENS = 20_000;

/**
 * Verifies signatures and caches valid ones: visitors send the same token with every request, and a lookup is much
 * faster than a verification. Validity times are not cached. Invalid signatures are not cached, so that a client
 * without a key cannot fill the cache.
 */
export class VerifiedTokens {
  /** By hash of the token: the key that it was verified with. */
  readonly #known = new BoundedMap<string, VerifyingKey>(MAX_TOKENS);

  isVerified(token: string, key: VerifyingKey): boolean {
    const id = hash('sha256', token, 'base64');
    if (this.#known.get(id) === key) return true;
    const end = token.lastIndexOf('.');
    const signature = Buffer.from(token.slice(end + 1), 'base64url');
    const holds = key.verifies(Buffer.from(token.slice(0, end), 'latin1'), signature);
    if (holds) this.#known.set(id, key);
    return holds;
  }
}
