import { redacted } from '../../../kernel/redact.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';
import type { TokenConfigurationDocument } from './token-configuration-model.ts';

export type TokenSecrets = SecretParts<TokenConfigurationDocument>;

/** Keys of HMAC algorithms sign tokens as well as verify them. */
export function tokenSecrets(sealer: TextSealer): TokenSecrets {
  return new SecretParts(sealer, 'token configuration', (document) => {
    const keys = document.credentials.keys.map((key) =>
      key.kty === 'oct' ? { ...key, k: redacted(key.k, undefined) } : key,
    );
    return { ...document, credentials: { ...document.credentials, keys } };
  });
}
