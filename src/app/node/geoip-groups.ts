import type { GeoipGroup } from '../../catalogs/fields/field-entry.ts';
import { readGeoipGroups } from '../../detectors/geoip/geoip-file.ts';
import type { Clock } from '../../kernel/clock.ts';

/** How long the API relies on what it has read of the files. */
const VALID_MS = 5_000;

/**
 * Which groups of fields the MMDB files have, for the messages of the API. Only the end of each file is read: the
 * edge processes have the files in memory, and report what is wrong with them.
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
        // The edge goes on with the content that it has.
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
