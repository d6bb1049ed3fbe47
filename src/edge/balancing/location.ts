import { regionsOf } from '../../catalogs/regions.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import type { SteeringSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import type { PoolRuntime } from './pool-runtime.ts';

/** Whether the choice of a pool depends on where the visitor is. */
export function needsLocation({ steering, countryPools, regionPools }: SteeringSnapshot): boolean {
  if (steering === 'proximity') return true;
  return steering === 'geo' && (hasMembers(countryPools) || hasMembers(regionPools));
}

/** Ids of the pools for a visitor, best first: those of the country, those of the region, and the default ones. */
export function poolIdsFor(
  steering: SteeringSnapshot,
  location: GeoLocation | undefined,
): readonly string[] {
  const { defaultPools, countryPools, regionPools } = steering;
  if (steering.steering !== 'geo' || location?.country === undefined) return defaultPools;
  const region = regionsOf(location.country, location.regionCode).find((code) => regionPools[code]);
  const near = [
    ...(countryPools[location.country] ?? []),
    ...((region && regionPools[region]) ?? []),
  ];
  return near.length === 0 ? defaultPools : [...new Set([...near, ...defaultPools])];
}

/** The nearest pool first. Pools without coordinates come last, in the configured order. */
export function byDistance(
  pools: readonly PoolRuntime[],
  location: GeoLocation | undefined,
): readonly PoolRuntime[] {
  const { latitude, longitude } = location ?? {};
  if (latitude === undefined || longitude === undefined) return pools;
  const from = { latitude, longitude };
  const distances = new Map(
    pools.map((pool) => [
      pool,
      pool.snapshot.coordinates ? angle(from, pool.snapshot.coordinates) : Math.PI,
    ]),
  );
  const distance = (pool: PoolRuntime) => distances.get(pool) ?? Math.PI;
  return pools.toSorted((a, b) => distance(a) - distance(b));
}

interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The angle between two points on a sphere, by the haversine formula. */
function angle(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (one: number, other: number) => Math.sin(radians(one - other) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const chord = half(a.latitude, b.latitude) + across * half(a.longitude, b.longitude);
  return 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function hasMembers(pools: Readonly<Record<string, readonly string[]>>): boolean {
  for (const _ in pools) return true;
  return false;
}
