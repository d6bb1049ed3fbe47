import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { cookieNames, parseSetCookie } from './cookie-names.ts';
import type { ObservationLog, Sighting } from './observation-log.ts';

/** A request on whose way cookies were seen. */
export interface CookieTraffic {
  readonly zoneId: string;
  readonly accountId: string;
  readonly host: string;
  readonly pageUrl: string;
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

/** Tells which cookies go back and forth: names and attributes, never values. */
export class CookieWatch {
  readonly #options: CookieWatchOptions;
  /** In which interval a cookie of a host was told of last. */
  readonly #told = new BoundedMap<string, number>(REMEMBERED);

  constructor(options: CookieWatchOptions) {
    this.#options = options;
  }

  see(traffic: CookieTraffic): void {
    const { zoneId, accountId, host, pageUrl, sent, set } = traffic;
    const seen = { kind: 'cookie', zoneId, accountId, host, pageUrl } as const;
    for (const header of set) {
      const cookie = parseSetCookie(header);
      if (cookie) this.#tell({ ...seen, ...cookie }, `set ${zoneId} ${host} ${cookie.name}`);
    }
    if (sent === undefined) return;
    for (const name of cookieNames(sent)) {
      this.#tell({ ...seen, name }, `sent ${zoneId} ${host} ${name}`);
    }
  }

  #tell(sighting: Sighting, key: string): void {
    const { observations, clock } = this.#options;
    const now = clock.now();
    const interval = Math.floor(now / INTERVAL_MS);
    if (this.#told.get(key) === interval) return;
    // What there was no room for is told of next time.
    if (observations.add(sighting, now)) this.#told.set(key, interval);
  }
}
