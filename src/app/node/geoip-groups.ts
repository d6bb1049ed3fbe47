import type { GeoipGroup } from '../../catalogs/fields/field-entry.ts';
import { readGeoipGroups } from '../../detectors/geoip/geoip-file.ts';
import type { Clock } from '../../kernel/clock.ts';

/** How long the groups are cached. */
const VALID_MS = 5_000;

/**
 * The field groups that the MMDB files contain, for messages of the API. Only the metadata at the end of each file is
 * read: edge processes load the files, and report broken ones.
 */
export function geoipGroups(paths: readonly string[], clock: Clock): () => ReadonlySet<GeoipGroup> {
  const known = new Map<string, ReadonlySet<GeoipGroup>>();
  let groups: ReadonlySet<GeoipGroup> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  const read = () => {
    readAt = clock.tick();
    for (const path of paths) {
      try {
        known.set(path, readGeoipGroups(path));
      } catch {
        // Edge processes keep the last good content of the file, so its groups stay available.
      }
    }
    groups = new Set([...known.values()].flatMap((each) => [...each]));
  };
  read();
  return () => {
    if (paths.length > 0 && clock.tick() - readAt >= VALID_MS) read();
    return groups;
  };
}
