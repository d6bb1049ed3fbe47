import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type Source, sourceOf } from '../limits/source-counts.ts';
import { CookieHosts } from './cookie-hosts.ts';
import { cookieNames, parseSetCookie } from './cookie-names.ts';
import type { ObservationLog, Sighting } from './observation-log.ts';

/** A request and response with cookies. */
export interface CookieTraffic {
  readonly zoneId: string;
  readonly accountId: string;
  readonly host: string;
  /** Whether the host is configured in the zone. Other subdomains of the zone may be invented by visitors. */
  readonly isNamedHost: boolean;
  readonly pageUrl: string;
  readonly clientAddress: string;
  /** The Cookie header of the visitor. */
  readonly sent: string | undefined;
  /** The Set-Cookie headers of the origin. */
  readonly set: readonly string[];
}

interface CookieWatchOptions {
  readonly observations: ObservationLog;
  readonly clock: Clock;
}

/** A cookie is reported once in this time. */
const INTERVAL_MS = 60_000;
const REMEMBERED = 20_000;

/** Reports the cookies of requests and responses: names and attributes, never values. */
export class CookieWatch {
  readonly #options: CookieWatchOptions;
  readonly #hosts = new CookieHosts();
  /** The interval in which a cookie of a host was last reported. */
  readonly #reportedIn = new BoundedMap<string, number>(REMEMBERED);

  constructor(options: CookieWatchOptions) {
    this.#options = options;
  }

  observe(traffic: CookieTraffic): void {
    const { zoneId, accountId, host, isNamedHost, pageUrl, clientAddress, sent, set } = traffic;
    const now = this.#options.clock.now();
    const source = sourceOf(clientAddress);
    if (!isNamedHost && !this.#hosts.has(zoneId, host, source, now)) return;
    const seen = { kind: 'cookie', zoneId, accountId, host, pageUrl } as const;
    for (const header of set) {
      const cookie = parseSetCookie(header);
      if (cookie) this.#report('set', { ...seen, ...cookie }, source, now);
    }
    if (sent === undefined) return;
    for (const name of cookieNames(sent)) this.#report('sent', { ...seen, name }, source, now);
  }

  #report(
    side: 'set' | 'sent',
    sighting: Extract<Sighting, { kind: 'cookie' }>,
    source: Source,
    now: number,
  ): void {
    const { zoneId, host, name } = sighting;
    const key = `${side} ${zoneId} ${host} ${name}`;
    const interval = Math.floor(now / INTERVAL_MS);
    if (this.#reportedIn.get(key) === interval) return;
    // A sighting that was not kept is reported next time.
    if (this.#options.observations.add(sighting, source, now) === 'kept') {
      this.#reportedIn.set(key, interval);
    }
  }
}
