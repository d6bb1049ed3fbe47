import { hash } from 'node:crypto';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import { SourceCounts, sourceOf } from '../limits/source-counts.ts';

const DAY_MS = 24 * 60 * 60_000;
/** About 10 MB. Visitors can have any address served as a script, so the map is bounded. */
const REMEMBERED = 65_536;
const HOUR_MS = 60 * 60_000;
/** New addresses of one visitor per hour, so that a visitor cannot displace those of others. */
const MAX_OF_VISITOR = 500;

/**
 * The addresses that were served to visitors as scripts within a day. The node fetches no other address of a site:
 * whoever forges a report could otherwise choose requests that the node sends.
 */
export class ServedScripts {
  readonly #clock: Pick<Clock, 'now'>;
  /** The time, by a digest of zone, host and target. */
  readonly #times = new BoundedMap<string, number>(REMEMBERED);
  readonly #visitors = new SourceCounts({ windowMs: HOUR_MS, most: MAX_OF_VISITOR });

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  add(zoneId: string, host: string, target: string, clientAddress: string): void {
    const digest = digestOf(zoneId, host, target);
    const now = this.#clock.now();
    const isKnown = this.#times.get(digest) !== undefined;
    if (isKnown || this.#visitors.take(sourceOf(clientAddress), now)) this.#times.set(digest, now);
  }

  has(zoneId: string, host: string, target: string): boolean {
    const time = this.#times.get(digestOf(zoneId, host, target));
    return time !== undefined && this.#clock.now() - time < DAY_MS;
  }
}

function digestOf(zoneId: string, host: string, target: string): string {
  return hash('sha1', `${zoneId} ${host} ${target}`, 'base64');
}
