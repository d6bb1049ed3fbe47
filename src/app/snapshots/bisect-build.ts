import type { SnapshotSection } from '../../areas/area-module.ts';

/** Maximum number of builds to isolate failing zones; after that, all zones of a failing build count as failed. */
const MAX_BUILDS = 64;

export interface BisectedBuild {
  readonly built: ReadonlyMap<string, unknown>;
  /** Errors by id of the zones that could not be built. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/**
 * Builds a section for many zones at once. If that fails, it halves the set until the failing zones are isolated, so
 * that one bad row does not block other zones.
 */
export async function bisectBuild(
  section: SnapshotSection,
  zoneIds: readonly string[],
  asked: readonly string[] | 'all' = zoneIds,
): Promise<BisectedBuild> {
  const built = new Map<string, unknown>();
  const failed = new Map<string, unknown>();
  let builds = 0;
  const attempt = async (ids: readonly string[], query: readonly string[] | 'all') => {
    try {
      builds += 1;
      for (const [zoneId, value] of await section.build(query)) built.set(zoneId, value);
    } catch (error) {
      if (ids.length < 2 || builds >= MAX_BUILDS) {
        for (const zoneId of ids) failed.set(zoneId, error);
        return;
      }
      const middle = Math.ceil(ids.length / 2);
      for (const half of [ids.slice(0, middle), ids.slice(middle)]) await attempt(half, half);
    }
  };
  await attempt(zoneIds, asked);
  return { built, failed };
}
