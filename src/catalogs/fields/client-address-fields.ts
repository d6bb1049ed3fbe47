import { both, type FieldEntry, located } from './field-entry.ts';

/** Location and network of the client, derived from its address. */
export const clientAddressFields = [
  both('ip.src', 'IP', 'Address of the client'),
  located(
    'network',
    both('ip.src.asnum', 'Int', 'Number of the autonomous system; 0 when unknown'),
  ),
  located(
    'country',
    both('ip.src.country', 'String', 'Two letters of ISO 3166-1; XX when unknown, T1 for Tor'),
  ),
  located('country', both('ip.src.continent', 'String', 'Two letters, such as EU')),
  located('city', both('ip.src.city', 'String', 'City')),
  located('city', both('ip.src.region', 'String', 'Name of the region')),
  located('city', both('ip.src.region_code', 'String', 'Code of the region')),
  located('city', both('ip.src.postal_code', 'String', 'Postal code')),
  located('city', both('ip.src.metro_code', 'String', 'Metropolitan area code')),
  located('city', both('ip.src.lat', 'String', 'Latitude')),
  located('city', both('ip.src.lon', 'String', 'Longitude')),
  located('city', both('ip.src.timezone.name', 'String', 'Time zone, such as Europe/Lisbon')),
  located(
    'city',
    both('ip.src.subdivision_1_iso_code', 'String', 'ISO 3166-2 code of the first subdivision'),
  ),
  located(
    'city',
    both('ip.src.subdivision_2_iso_code', 'String', 'ISO 3166-2 code of the second subdivision'),
  ),
  located(
    'country',
    both('ip.src.is_in_european_union', 'Bool', 'True for members of the European Union'),
  ),
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
