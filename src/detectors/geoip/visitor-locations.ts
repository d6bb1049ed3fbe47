import type { GeoLocation } from '../../contracts/geo-location.ts';

/** Where addresses of visitors are. */
export interface VisitorLocations {
  /** Changes when files change: what was found before is no longer valid. */
  readonly generation: number;
  locationOf(address: string): GeoLocation;
}
