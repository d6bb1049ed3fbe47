import { type Source, SourceCounts } from './source-counts.ts';
import { WindowCounts } from './window-counts.ts';

const MINUTE_MS = 60_000;
const ZONES = 16_384;
/** Violations of one visitor in a minute that are told one by one. */
const MOST_OF_SOURCE = 100;
/** The first of each visitor have a room of their own, so that few who send many cannot take all of it. */
const FIRST_OF_SOURCE = 20;
/** Violations in a zone in a minute that are told, in each of the two rooms. */
const MOST_OF_ZONE = 6_000;

/** Decides which violations are told one by one; the others are counted. */
export class ViolationQuota {
  readonly #sources = sourceCounts(MOST_OF_SOURCE);
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
const zoneCounts = () => new WindowCounts({ windowMs: MINUTE_MS, most: MOST_OF_ZONE, keys: ZONES });
