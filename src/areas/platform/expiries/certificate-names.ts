/** A certificate that visitors get. */
export interface ServedCertificate {
  /** The name that it is served for: `www.shop.test` or `*.shop.test`. */
  readonly name: string;
  readonly fingerprint: string;
  readonly expiresAt: number;
}

interface NamedZone {
  readonly name: string;
}

/** Makes a test whether hosts of a zone get the certificate with a name. A host belongs to the zone with the longest name. */
export function servesZone(
  name: string,
  zones: readonly NamedZone[],
): (zone: NamedZone) => boolean {
  const isWildcard = name.startsWith('*.');
  const base = isWildcard ? name.slice(2) : name;
  const owner = zones
    .map((zone) => zone.name)
    .filter((zone) => base === zone || base.endsWith(`.${zone}`))
    .reduce((longest, zone) => (zone.length > longest.length ? zone : longest), '');
  return ({ name: zone }) =>
    zone === owner || (isWildcard && zone.slice(zone.indexOf('.') + 1) === base);
}
