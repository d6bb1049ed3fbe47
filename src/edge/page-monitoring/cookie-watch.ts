import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { addressBlock } from '../../kernel/ip.ts';
import { cookieNames, parseSetCookie } from './cookie-names.ts';
import type { ObservationLog, Sighting } from './observation-log.ts';
import { WindowCounts } from './window-counts.ts';

/** A request on whose way cookies were seen. */
export interface CookieTraffic {
  readonly zoneId: string;
  readonly accountId: string;
  readonly host: string;
  readonly pageUrl: string;
  readonly clientAddress: string;
  /** The header of the visitor. */
  readonly sent: string | undefined;
  /** The headers of the origin. */
  readonly set: readonly string[];
}

interface CookieWatchOptions {
  readonly observations: ObservationLog;
  readonly clock: Clock;
}

/** A cookie is told of once in this time. */
const INTERVAL_MS = 60_000;
const REMEMBERED = 20_000;
/** Cookies that one visitor can be the first to send in this time: anybody can make names up. */
const MOST_OF_SOURCE = 200;
const SOURCES = 16_384;

/** Tells which cookies go back and forth: names and attributes, never values. */
export class CookieWatch {
  readonly #options: CookieWatchOptions;
  /** In which interval a cookie of a host was told of last. */
  readonly #told = new BoundedMap<string, number>(REMEMBERED);
  readonly #sources = new WindowCounts({
    windowMs: INTERVAL_MS,
    most: MOST_OF_SOURCE,
    keys: SOURCES,
  });

  constructor(options: CookieWatchOptions) {
    this.#options = options;
  }

  see(traffic: CookieTraffic): void {
    const { zoneId, accountId, host, pageUrl, clientAddress, sent, set } = traffic;
    const now = this.#options.clock.now();
    const seen = { kind: 'cookie', zoneId, accountId, host, pageUrl } as const;
    for (const header of set) {
      const cookie = parseSetCookie(header);
      const key = `set ${zoneId} ${host} ${cookie?.name}`;
      if (cookie && this.#isNews(key, now)) this.#tell({ ...seen, ...cookie }, key, now);
    }
    if (sent === undefined) return;
    const source = addressBlock(clientAddress);
    for (const name of cookieNames(sent)) {
      const key = `sent ${zoneId} ${host} ${name}`;
      if (!this.#isNews(key, now)) continue;
      if (!this.#sources.take(source, now)) return;
      this.#tell({ ...seen, name }, key, now);
    }
  }

  #isNews(key: string, now: number): boolean {
    return this.#told.get(key) !== intervalOf(now);
  }

  #tell(sighting: Sighting, key: string, now: number): void {
    // What there is no room for is told of next time.
    if (this.#options.observations.add(sighting, now)) this.#told.set(key, intervalOf(now));
  }
}

const intervalOf = (now: number): number => Math.floor(now / INTERVAL_MS);
