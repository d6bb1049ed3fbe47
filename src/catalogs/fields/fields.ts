/** All fields of the expression language. */
import { bodyFields } from './body-fields.ts';
import { clientAddressAliases, clientAddressFields } from './client-address-fields.ts';
import { detectionFields } from './detection-fields.ts';
import type { FieldEntry } from './field-entry.ts';
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
] as const;

/** Names of all fields that are not older names of others; each must have an extractor. */
export type FieldName = (typeof declared)[number]['name'];

/** All fields, including older names. */
export const fields: readonly FieldEntry[] = [...declared, ...tokenFields, ...clientAddressAliases];

const unfilledFields = new Set(
  fields.filter(({ isUnfilled }) => isUnfilled).map(({ name }) => name),
);

/** Whether a field has no value in any request. */
export const isUnfilledField = (name: string): boolean => unfilledFields.has(name);
