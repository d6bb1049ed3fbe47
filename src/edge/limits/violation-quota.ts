import { type Source, SourceCounts } from './source-counts.ts';
import { WindowCounts } from './window-counts.ts';

const MINUTE_MS = 60_000;
const ZONES = 16_384;
/** Violations of one visitor that are reported one by one, per minute. */
const MAX_PER_SOURCE = 100;
/**
 * This many violations of each visitor per minute use a separate quota of the zone, so that a few visitors with many
 * violations cannot use up the quota of all.
 */
const FIRST_OF_SOURCE = 20;
/** Violations of a zone that are reported per minute, in each of the two quotas. */
const MAX_PER_ZONE = 6_000;

/** Decides which violations are reported one by one. The others are only counted. */
export class ViolationQuota {
  readonly #sources = sourceCounts(MAX_PER_SOURCE);
  readonly #firsts = sourceCounts(FIRST_OF_SOURCE);
  readonly #zonesFirst = zoneCounts();
  readonly #zones = zoneCounts();

  take(zoneId: string, source: Source, now: number): boolean {
    if (!this.#sources.take(source, now)) return false;
    if (this.#firsts.take(source, now) && this.#zonesFirst.take(zoneId, now)) return true;
    return this.#zones.take(zoneId, now);
  }
}

const sourceCounts = (most: number) => new SourceCounts({ windowMs: MINUTE_MS, most });
const zoneCounts = () => new WindowCounts({ windowMs: MINUTE_MS, most: MAX_PER_ZONE, keys: ZONES });
