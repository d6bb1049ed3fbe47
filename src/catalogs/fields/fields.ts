/** All fields of the expression language. */
import { bodyFields } from './body-fields.ts';
import { clientAddressAliases, clientAddressFields } from './client-address-fields.ts';
import { detectionFields } from './detection-fields.ts';
import type { FieldEntry, GeoipGroup } from './field-entry.ts';
import { platformFields } from './platform-fields.ts';
import { requestFields } from './request-fields.ts';
import { responseFields } from './response-fields.ts';
import { tlsFields } from './tls-fields.ts';
import { tokenFields } from './token-fields.ts';

const declared = [
  ...requestFields,
  ...bodyFields,
  ...clientAddressFields,
  ...platformFields,
  ...tlsFields,
  ...detectionFields,
  ...responseFields,
  ...tokenFields,
] as const;

/** Names of all fields that are not older names of others; each must have an extractor. */
export type FieldName = (typeof declared)[number]['name'];

/** All fields, including older names. */
export const fields: readonly FieldEntry[] = [...declared, ...clientAddressAliases];

const fieldsByName = new Map(fields.map((field) => [field.name, field]));

/** Whether a field has no value in any request, given the groups in the MMDB files. */
export function lacksValue(name: string, geoip: ReadonlySet<GeoipGroup>): boolean {
  const field = fieldsByName.get(name);
  return field?.isUnfilled === true || (field?.geoip !== undefined && !geoip.has(field.geoip));
}
