import type { Publisher } from '../../bus/bus.ts';
import {
  MAX_ZONES,
  ORIGIN_RESULTS_TOPIC,
  type OriginResults,
} from '../../contracts/events/origin-results.ts';
import type { Exchange } from '../exchange.ts';
import { PublishedSums } from './published-sums.ts';

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

/** Counts requests to origins and how many of them failed, by zone. */
export class OriginCounts {
  readonly #sums: PublishedSums<ZoneCount, OriginResults>;

  constructor({ publisher, now }: OriginCountsOptions) {
    this.#sums = new PublishedSums({
      publisher,
      topic: ORIGIN_RESULTS_TOPIC,
      mostSums: MAX_ZONES,
      zero: (): ZoneCount => ({ requests: 0, errors: 0 }),
      messageOf: (sums): OriginResults => ({
        at: now(),
        zones: sums.map(([zoneId, { requests, errors }]) => [zoneId, requests, errors]),
      }),
    });
  }

  /** Responses of the edge itself are not counted: many blocked requests would hide that an origin is down. */
  add(zoneId: string, exchange: CountedExchange): void {
    if (exchange.attempts === 0 && exchange.problem !== 'noHealthyOrigin') return;
    const count = this.#sums.of(zoneId);
    count.requests += 1;
    if (isOriginError(exchange)) count.errors += 1;
  }

  flush(): void {
    this.#sums.flush();
  }
}

/** The origin responded with 5xx, or did not respond, so that the edge sent an error page with a status such as 521. */
function isOriginError({ originStatus, problem }: CountedExchange): boolean {
  if (originStatus > 0) return originStatus >= 500;
  return problem === 'noHealthyOrigin' || (problem?.startsWith('origin') ?? false);
}
