import { both, type FieldEntry, unfilled } from './field-entry.ts';

/** Location and network of the client, derived from its address. */
export const clientAddressFields = [
  both('ip.src', 'IP', 'Address of the client'),
  unfilled(both('ip.src.asnum', 'Int', 'Number of the autonomous system; 0 when unknown')),
  unfilled(both('ip.src.country', 'String', 'Two letters of ISO 3166-1')),
  unfilled(both('ip.src.continent', 'String', 'Two letters, such as EU')),
  unfilled(both('ip.src.city', 'String', 'City')),
  unfilled(both('ip.src.region', 'String', 'Name of the region')),
  unfilled(both('ip.src.region_code', 'String', 'Code of the region')),
  unfilled(both('ip.src.postal_code', 'String', 'Postal code')),
  unfilled(both('ip.src.metro_code', 'String', 'Metropolitan area code')),
  unfilled(both('ip.src.lat', 'String', 'Latitude')),
  unfilled(both('ip.src.lon', 'String', 'Longitude')),
  unfilled(both('ip.src.timezone.name', 'String', 'Time zone, such as Europe/Lisbon')),
  unfilled(
    both('ip.src.subdivision_1_iso_code', 'String', 'ISO 3166-2 code of the first subdivision'),
  ),
  unfilled(
    both('ip.src.subdivision_2_iso_code', 'String', 'ISO 3166-2 code of the second subdivision'),
  ),
  unfilled(both('ip.src.is_in_european_union', 'Bool', 'True for members of the European Union')),
] as const satisfies readonly FieldEntry[];

/** Older names of these fields. */
export const clientAddressAliases: readonly FieldEntry[] = clientAddressFields
  .filter(({ name }) => name !== 'ip.src')
  .map((field) => ({
    ...field,
    name: field.name.replace('ip.src.', 'ip.geoip.'),
    description: `Older name of ${field.name}`,
    aliasOf: field.name,
  }));
