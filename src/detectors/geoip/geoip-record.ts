import type { GeoLocation } from '../../contracts/geo-location.ts';
import { toByteString } from '../../expression/expression.ts';

type Record = { readonly [member: string]: unknown };

const TOR = 'T1';

/**
 * Reads a record of an MMDB file. Vendors agree on nested members (`country.iso_code`); some write the same flat
 * (`country_code`, `asn: "AS64500"`). Members of an unexpected type are ignored.
 */
export function readRecord(record: unknown): Partial<GeoLocation> {
  const at = (...path: readonly (string | number)[]) => valueAt(record, path);
  const country =
    code(at('country', 'iso_code')) ??
    code(at('registered_country', 'iso_code')) ??
    code(at('country_code')) ??
    code(at('country'));
  const isTor = at('traits', 'is_tor_exit_node') === true || at('is_tor_exit_node') === true;
  return present({
    country: isTor ? TOR : country,
    continent: isTor
      ? TOR
      : (code(at('continent', 'code')) ?? code(at('continent_code')) ?? code(at('continent'))),
    isInEuropeanUnion: truth(at('country', 'is_in_european_union')),
    city: text(at('city', 'names', 'en')) ?? text(at('city')),
    region: text(at('subdivisions', 0, 'names', 'en')) ?? text(at('region')),
    regionCode: text(at('subdivisions', 0, 'iso_code')) ?? text(at('region_code')),
    secondRegionCode: text(at('subdivisions', 1, 'iso_code')),
    postalCode: text(at('postal', 'code')) ?? text(at('postal_code')),
    metroCode: text(at('location', 'metro_code')),
    latitude: coordinate(at('location', 'latitude')) ?? coordinate(at('lat')),
    longitude: coordinate(at('location', 'longitude')) ?? coordinate(at('lng')),
    timezone: text(at('location', 'time_zone')) ?? text(at('timezone')),
    asn:
      asNumber(at('autonomous_system_number')) ??
      asNumber(at('traits', 'autonomous_system_number')) ??
      asNumber(at('asn')),
    asnName:
      name(at('autonomous_system_organization')) ??
      name(at('traits', 'autonomous_system_organization')) ??
      name(at('as_name')),
  });
}

function valueAt(record: unknown, path: readonly (string | number)[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record)[step];
  }
  return value;
}

/** Without the members that are undefined, so that those of an earlier file stay. */
function present(location: Omit<GeoLocation, 'loggedCountry'>): Partial<GeoLocation> {
  return Object.fromEntries(Object.entries(location).filter(([, value]) => value !== undefined));
}

const code = (value: unknown) =>
  typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : undefined;
const truth = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
const name = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? toByteString(value) : undefined;
}

function coordinate(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(/^AS(\d{1,10})$/.exec(value)?.[1]) : value;
  return Number.isSafeInteger(number) ? (number as number) : undefined;
}
