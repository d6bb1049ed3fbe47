/** Every field of the expression language. Families are listed once, here. */
import { bodyFields } from './body-fields.ts';
import { clientAddressAliases, clientAddressFields } from './client-address-fields.ts';
import type { FieldEntry } from './field-entry.ts';
import { platformFields } from './platform-fields.ts';
import { requestFields } from './request-fields.ts';
import { responseFields } from './response-fields.ts';

const declared = [
  ...requestFields,
  ...bodyFields,
  ...clientAddressFields,
  ...platformFields,
  ...responseFields,
] as const;

/** The name of every field that has a value of its own; extractors must cover all of them. */
export type FieldName = (typeof declared)[number]['name'];

/** Fields and their older names. */
export const fields: readonly FieldEntry[] = [...declared, ...clientAddressAliases];
