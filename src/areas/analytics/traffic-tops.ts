import { FrequentValues, type StoredFrequentValues } from '../../kernel/counts/frequent-values.ts';

/** Values that are ranked. There are too many distinct ones to count them all. */
export const rankingNames = ['path', 'ip', 'user_agent', 'referer'] as const;

export type Ranking = (typeof rankingNames)[number];

/** Values per ranking: no count is too low by more than a hundredth of all requests. */
const MOST_VALUES = 100;
/** Longer values are cut: visitors choose them. */
const MOST_CHARACTERS = 256;

export type StoredTops = Readonly<Record<Ranking, StoredFrequentValues>>;

/** The most frequent values of requests. Those of parts can be added up. */
export class TrafficTops {
  readonly #values = Object.fromEntries(
    rankingNames.map((name) => [name, new FrequentValues(MOST_VALUES)]),
  ) as Record<Ranking, FrequentValues>;

  static of(...parts: readonly StoredTops[]): TrafficTops {
    const tops = new TrafficTops();
    for (const part of parts) tops.addAll(part);
    return tops;
  }

  /** Empty values, such as the referer of a typed address, are not ranked. */
  count(name: Ranking, value: string, requests: number): void {
    if (value !== '') this.#values[name].add(value.slice(0, MOST_CHARACTERS), requests);
  }

  addAll(tops: StoredTops): void {
    for (const name of rankingNames) this.#values[name].addAll(tops[name]);
  }

  ranking(name: Ranking): FrequentValues {
    return this.#values[name];
  }

  stored(): StoredTops {
    return Object.fromEntries(
      rankingNames.map((name) => [name, this.#values[name].stored()]),
    ) as StoredTops;
  }
}
