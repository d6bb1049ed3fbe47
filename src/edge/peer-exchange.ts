import { deserialize, serialize } from 'node:v8';
import type { PeerUpdates } from '../contracts/edge-channel.ts';
import type { ChallengeGate } from './challenge/challenge-gate.ts';
import type { RateCounters, RateUpdates } from './limits/rate-counters.ts';

/** Ids of challenges that are sent at once. The others follow. */
const MAX_SPENT = 2_048;

interface Updates {
  readonly rates: RateUpdates | undefined;
  /** Ids of challenges that were solved: each counts once. */
  readonly spentChallenges: readonly string[];
}

type Challenges = Pick<ChallengeGate, 'takeSpent' | 'addSpent'>;

/**
 * What edge processes of a node tell each other: who is limited, how often visitors came, and which challenges
 * were used. An update is one block of bytes of a bounded size. The primary passes it on without decoding it.
 */
export class PeerExchange {
  readonly #rates: RateCounters;
  readonly #challenges: Challenges;

  constructor(rates: RateCounters, challenges: Challenges) {
    this.#rates = rates;
    this.#challenges = challenges;
  }

  /** What other processes should know, since the last call. Undefined if there is nothing. */
  drain(): PeerUpdates | undefined {
    const updates: Updates = {
      rates: this.#rates.drain(),
      spentChallenges: this.#challenges.takeSpent(MAX_SPENT),
    };
    const isEmpty = !updates.rates && updates.spentChallenges.length === 0;
    return isEmpty ? undefined : serialize(updates);
  }

  /** Takes over what another process of the node has sent. */
  merge(bytes: PeerUpdates): void {
    const { rates, spentChallenges } = deserialize(bytes) as Updates;
    if (rates) this.#rates.merge(rates);
    this.#challenges.addSpent(spentChallenges);
  }
}
