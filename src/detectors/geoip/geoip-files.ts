import type { GeoipGroup } from '../../catalogs/fields/field-entry.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import { type GeoipFile, identityOf, openGeoipFile } from './geoip-file.ts';
import type { VisitorLocations } from './visitor-locations.ts';

/** How many addresses are remembered. A location takes a few hundred bytes. */
const REMEMBERED = 16_384;

export interface GeoipTelemetry {
  geoipRead(path: string, file: Pick<GeoipFile, 'type' | 'builtAt' | 'bytes'>): void;
  /** Called once for each problem. The previous content of the file, if there is one, stays in use. */
  geoipRefused(path: string, problem: string): void;
  /** How many files are unusable in their current state. */
  geoipProblems(count: number): void;
}

interface Source {
  readonly path: string;
  file: GeoipFile | undefined;
  /** The content that was refused, and why. */
  refused: { readonly identity: string | undefined; readonly problem: string } | undefined;
}

/** The MMDB files of the operator. Later files override what earlier ones say about an address. */
export class GeoipFiles implements VisitorLocations {
  readonly #sources: readonly Source[];
  readonly #telemetry: GeoipTelemetry;
  readonly #locations = new BoundedMap<string, GeoLocation>(REMEMBERED);
  #unknown: Partial<GeoLocation> = {};
  #refreshing: Promise<void> = Promise.resolve();
  generation = 0;

  constructor(paths: readonly string[], telemetry: GeoipTelemetry) {
    this.#sources = paths.map((path) => ({ path, file: undefined, refused: undefined }));
    this.#telemetry = telemetry;
  }

  locationOf(address: string): GeoLocation {
    const known = this.#locations.get(address);
    if (known) return known;
    const location = this.#lookUp(address);
    this.#locations.set(address, location);
    return location;
  }

  /** Reads the files that have changed, one after the other. Never rejects. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    let hasChanged = false;
    for (const source of this.#sources) hasChanged = (await this.#read(source)) || hasChanged;
    const refused = this.#sources.filter((source) => source.refused);
    this.#telemetry.geoipProblems(refused.length);
    if (!hasChanged) return;
    this.#unknown = unknownLocation(
      new Set(this.#sources.flatMap(({ file }) => [...(file?.groups ?? [])])),
    );
    this.#locations.clear();
    this.generation += 1;
  }

  /** True if there is new content. */
  async #read(source: Source): Promise<boolean> {
    const { path, file, refused } = source;
    let identity: string | undefined;
    try {
      identity = await identityOf(path);
      if (identity === file?.identity) {
        source.refused = undefined;
        return false;
      }
      // The same content was refused before.
      if (refused && refused.identity === identity) return false;
      source.file = await openGeoipFile(path);
      source.refused = undefined;
      this.#telemetry.geoipRead(path, source.file);
      return true;
    } catch (error) {
      const problem = describeError(error);
      if (refused?.problem !== problem) this.#telemetry.geoipRefused(path, problem);
      source.refused = { identity, problem };
      return false;
    }
  }

  /** A damaged part of a file costs a value, not the request. */
  #lookUp(address: string): GeoLocation {
    let location = this.#unknown;
    for (const { file } of this.#sources) {
      try {
        location = { ...location, ...file?.find(address) };
      } catch {
        // The other files may still have values.
      }
    }
    return { ...NOTHING, ...location, loggedCountry: location.country?.toLowerCase() };
  }
}

const NOTHING: GeoLocation = {
  country: undefined,
  loggedCountry: undefined,
  continent: undefined,
  isInEuropeanUnion: undefined,
  city: undefined,
  region: undefined,
  regionCode: undefined,
  secondRegionCode: undefined,
  postalCode: undefined,
  metroCode: undefined,
  latitude: undefined,
  longitude: undefined,
  timezone: undefined,
  asn: undefined,
  asnName: undefined,
};

/** What is said of addresses that no file has. */
function unknownLocation(groups: ReadonlySet<GeoipGroup>): Partial<GeoLocation> {
  return {
    ...(groups.has('country') && { country: 'XX', isInEuropeanUnion: false }),
    ...(groups.has('network') && { asn: 0 }),
  };
}
