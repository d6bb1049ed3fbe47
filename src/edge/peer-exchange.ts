import { deserialize, serialize } from 'node:v8';
import type { PeerUpdates } from '../contracts/edge-channel.ts';
import type { ChallengeGate } from './challenge/challenge-gate.ts';
import type { RateCounters, RateUpdates } from './limits/rate-counters.ts';

/** The maximum number of ids of used challenge tokens in one update. Further ids follow in the next updates. */
const MAX_SPENT = 2_048;

interface Updates {
  readonly rates: RateUpdates | undefined;
  /** Ids of challenge tokens that were used: each is valid once. */
  readonly spentChallenges: readonly string[];
}

type Challenges = Pick<ChallengeGate, 'takeSpent' | 'addSpent'>;

/**
 * Exchanges state between the edge processes of a node: limited keys, counts of rate limits, and used challenge tokens.
 * An update is one block of bytes of a bounded size. The primary forwards it without decoding it.
 */
export class PeerExchange {
  readonly #rates: RateCounters;
  readonly #challenges: Challenges;

  constructor(rates: RateCounters, challenges: Challenges) {
    this.#rates = rates;
    this.#challenges = challenges;
  }

  /** Updates for the other processes since the last call; undefined if there are none. */
  drain(): PeerUpdates | undefined {
    const updates: Updates = {
      rates: this.#rates.drain(),
      spentChallenges: this.#challenges.takeSpent(MAX_SPENT),
    };
    const isEmpty = !updates.rates && updates.spentChallenges.length === 0;
    return isEmpty ? undefined : serialize(updates);
  }

  /** Merges updates of another process of the node. */
  merge(bytes: PeerUpdates): void {
    const { rates, spentChallenges } = deserialize(bytes) as Updates;
    if (rates) this.#rates.merge(rates);
    this.#challenges.addSpent(spentChallenges);
  }
}
