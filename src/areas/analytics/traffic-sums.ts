import { BoundedCounts, type StoredCounts } from './bounded-counts.ts';
import { DurationHistogram, type StoredHistogram } from './duration-histogram.ts';

/** How many values of each dimension are counted by themselves. Visitors can send any host, method and country. */
const dimensions = {
  status: 100,
  action: 20,
  method: 20,
  host: 100,
  country: 260,
  origin_status: 100,
} as const;

export type Dimension = keyof typeof dimensions;

export const dimensionNames = Object.keys(dimensions) as Dimension[];

export interface StoredSums {
  readonly requests: number;
  readonly request_bytes: number;
  readonly response_bytes: number;
  readonly counts: Readonly<Record<Dimension, StoredCounts>>;
  readonly origin_ms: StoredHistogram;
}

/** Sums over requests. Sums of parts can be added up. */
export class TrafficSums {
  requests = 0;
  requestBytes = 0;
  responseBytes = 0;
  readonly originMs = new DurationHistogram();
  readonly #counts = Object.fromEntries(
    dimensionNames.map((name) => [name, new BoundedCounts(dimensions[name])]),
  ) as Record<Dimension, BoundedCounts>;

  static of(...parts: readonly StoredSums[]): TrafficSums {
    const sums = new TrafficSums();
    for (const part of parts) sums.addAll(part);
    return sums;
  }

  count(dimension: Dimension, value: string, requests: number): void {
    this.#counts[dimension].add(value, requests);
  }

  addAll(sums: StoredSums): void {
    this.requests += sums.requests;
    this.requestBytes += sums.request_bytes;
    this.responseBytes += sums.response_bytes;
    for (const name of dimensionNames) this.#counts[name].addAll(sums.counts[name]);
    this.originMs.addAll(sums.origin_ms);
  }

  counts(dimension: Dimension): StoredCounts {
    return this.#counts[dimension].stored();
  }

  stored(): StoredSums {
    return {
      requests: this.requests,
      request_bytes: this.requestBytes,
      response_bytes: this.responseBytes,
      counts: Object.fromEntries(
        dimensionNames.map((name) => [name, this.counts(name)]),
      ) as StoredSums['counts'],
      origin_ms: this.originMs.stored(),
    };
  }
}
