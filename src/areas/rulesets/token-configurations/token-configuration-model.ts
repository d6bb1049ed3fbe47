import type { TokenKey } from '../../../contracts/snapshot/token-validation-section.ts';
import { redacted } from '../../../kernel/redact.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';

/** Where requests contain tokens, and the keys that verify them. Rules refer to it by its id. */
export interface TokenConfiguration extends StoredDocument<TokenConfigurationDocument> {
  readonly zoneId: string;
}

export interface TokenConfigurationDocument {
  readonly title: string;
  readonly description?: string;
  readonly token_type: 'JWT';
  readonly token_sources: readonly string[];
  readonly credentials: { readonly keys: readonly TokenKey[] };
}

/** Algorithm and id together identify a key. */
export function sameKey(one: TokenKey, other: Pick<TokenKey, 'alg' | 'kid'>): boolean {
  return one.alg === other.alg && one.kid === other.kid;
}

/** The key without its secret, which is write-only. */
export function visibleKey(key: TokenKey) {
  if (key.kty !== 'oct') return key;
  const { kty, alg, kid } = key;
  return { kty, alg, kid };
}

/** The same for the audit log, which also shows whether a secret changed. */
export function auditedKey(key: TokenKey, before: readonly TokenKey[] | undefined) {
  if (key.kty !== 'oct') return key;
  const stored = before?.find((each) => sameKey(each, key));
  const known = before ? (stored?.kty === 'oct' ? stored.k : null) : undefined;
  return { ...visibleKey(key), k: redacted(key.k, known) };
}
