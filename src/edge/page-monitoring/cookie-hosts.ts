import { BoundedMap } from '../../kernel/bounded-map.ts';
import { type Source, SourceCounts } from '../limits/source-counts.ts';
import { WindowCounts } from '../limits/window-counts.ts';

const HOUR_MS = 60 * 60_000;
/** New hosts per hour: per zone, and per visitor. */
const MAX_PER_ZONE = 100;
const MAX_PER_SOURCE = 10;
const ZONES = 16_384;
const SOURCES = 16_384;
const KNOWN = 65_536;

/**
 * The hosts whose cookies are reported. A zone serves every name below its own, so visitors can invent hosts. Of hosts
 * that are not configured, only a limited number is accepted.
 */
export class CookieHosts {
  readonly #known = new BoundedMap<string, true>(KNOWN);
  readonly #sources = new SourceCounts({
    windowMs: HOUR_MS,
    most: MAX_PER_SOURCE,
    keys: SOURCES,
  });
  readonly #zones = new WindowCounts({ windowMs: HOUR_MS, most: MAX_PER_ZONE, keys: ZONES });

  has(zoneId: string, host: string, source: Source, now: number): boolean {
    const key = `${zoneId} ${host}`;
    if (this.#known.get(key)) return true;
    if (!this.#sources.take(source, now) || !this.#zones.take(zoneId, now)) return false;
    this.#known.set(key, true);
    return true;
  }
}
