import { hideKeys } from '../../../expression/expression.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { SecretParts } from '../../../resources/secret-parts.ts';
import type { FilterDocument } from './filter-model.ts';

/** Expressions of filters may contain signing keys. */
export type FilterSecrets = SecretParts<FilterDocument>;

export function filterSecrets(sealer: TextSealer): FilterSecrets {
  return new SecretParts(sealer, 'filter', (document) => hideKeys(document));
}
