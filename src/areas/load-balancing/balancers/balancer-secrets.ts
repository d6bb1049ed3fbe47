import { hideKeys } from '../../../expression/expression.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';
import type { BalancerDocument } from './balancer-schema.ts';

export type BalancerSecrets = SecretParts<BalancerDocument>;

/** Conditions of rules may contain signing keys. */
export function balancerSecrets(sealer: TextSealer): BalancerSecrets {
  return new SecretParts(sealer, 'load balancer', (document) => hideKeys(document));
}
