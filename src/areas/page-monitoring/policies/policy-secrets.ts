import { hideKeys } from '../../../expression/expression.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';

/** Of the expression of a policy. */
export type PolicySecrets = SecretParts<string>;

export function policySecrets(sealer: TextSealer): PolicySecrets {
  return new SecretParts(sealer, 'page policy', (expression) => hideKeys(expression));
}
