import type { Publisher } from '../../bus/bus.ts';
import {
  MOST_ZONES,
  ORIGIN_RESULTS_TOPIC,
  type OriginResult,
  type OriginResults,
} from '../../contracts/events/origin-results.ts';
import type { Exchange } from '../exchange.ts';

const PUBLISH_MS = 5_000;

interface ZoneCount {
  requests: number;
  errors: number;
}

type CountedExchange = Pick<Exchange, 'attempts' | 'originStatus' | 'problem'>;

export interface OriginCountsOptions {
  readonly publisher: Publisher;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Counts by zone how many requests were for an origin, and how many of them failed. Publishes the sums every few seconds. */
export class OriginCounts {
  readonly #options: OriginCountsOptions;
  /** Has zones that were visited since the last time, which this process serves. */
  #counts = new Map<string, ZoneCount>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OriginCountsOptions) {
    this.#options = options;
  }

  /** Requests that the edge answers itself are not counted: many blocked ones would hide that an origin is down. */
  add(zoneId: string, exchange: CountedExchange): void {
    if (exchange.attempts === 0 && exchange.problem !== 'noHealthyOrigin') return;
    let count = this.#counts.get(zoneId);
    if (!count) {
      count = { requests: 0, errors: 0 };
      this.#counts.set(zoneId, count);
      this.#timer ??= setTimeout(() => this.flush(), PUBLISH_MS).unref();
    }
    count.requests += 1;
    if (isOriginError(exchange)) count.errors += 1;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    const at = this.#options.now();
    const zones = [...this.#counts].map(
      ([zoneId, { requests, errors }]): OriginResult => [zoneId, requests, errors],
    );
    this.#counts = new Map();
    const messages: OriginResults[] = [];
    for (let from = 0; from < zones.length; from += MOST_ZONES) {
      messages.push({ at, zones: zones.slice(from, from + MOST_ZONES) });
    }
    // The bus counts and reports what it cannot store.
    void this.#options.publisher.publish(ORIGIN_RESULTS_TOPIC, messages);
  }
}

/** A status 5xx of the origin, or no response of it: an error page of the edge with a status such as 521. */
function isOriginError({ originStatus, problem }: CountedExchange): boolean {
  if (originStatus > 0) return originStatus >= 500;
  return problem === 'noHealthyOrigin' || (problem?.startsWith('origin') ?? false);
}
