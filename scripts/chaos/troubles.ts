import { setTimeout as delay } from 'node:timers/promises';
import type { Mood } from '../../test/support/batch-receiver.ts';
import type { ChaosNode } from './chaos-node.ts';

/** A fault of a node while it serves requests. */
export interface Trouble {
  readonly name: string;
  /** No fault: the round is long instead. */
  readonly isCalm?: boolean;
  /** Lines may be lost, if the node counts them. */
  readonly mayLose?: boolean;
  /** How long the requests of the round take, so that some are sent before, some during and some after the fault. */
  readonly seconds: number;
  /** In how many parts the requests are sent. */
  readonly steps?: number;
  /** Starts with the requests of the round; resolves when the fault is over. */
  happen(node: ChaosNode): Promise<void>;
}

const KILLS = 5;
const SWITCHES = 50;

const receiverIs = (mood: Mood): Trouble => ({
  name: `receiver: ${mood}`,
  seconds: 14,
  async happen({ receiver }) {
    await delay(2_000);
    receiver.mood = mood;
    await delay(10_000);
    receiver.mood = 'takes';
  },
});

export const troubles: readonly Trouble[] = [
  { name: 'none', isCalm: true, seconds: 0, happen: async () => {} },
  {
    name: `kill -9 of the shipping process, ${KILLS} times`,
    seconds: 10,
    async happen(node) {
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(1_500);
        await node.killShipping();
      }
    },
  },
  {
    name: 'kill -9 of the primary',
    seconds: 10,
    async happen(node) {
      await delay(3_000);
      await node.killPrimary();
    },
  },
  {
    name: `jobs disabled and enabled ${SWITCHES} times, with kills`,
    seconds: 50,
    steps: 4 * SWITCHES,
    async happen(node) {
      for (let round = 0; round < SWITCHES; round++) {
        await delay(200);
        if (round % 10 === 4) await node.killShipping();
        // Within the time in which it continues as before, and after it.
        await node.whileJobsAreDisabled(() => delay(round % 5 === 0 ? 2_500 : 0));
        if (round % 10 === 9) await node.killShipping().catch(() => {});
        if (round === SWITCHES / 2) {
          await node.whileJobsAreDisabled(() => node.killPrimary());
        }
      }
    },
  },
  receiverIs('500'),
  receiverIs('429'),
  receiverIs('hangs'),
  receiverIs('closes'),
  receiverIs('takes and closes'),
  receiverIs('slow'),
  {
    name: 'disk full for a minute',
    mayLose: true,
    seconds: 70,
    async happen(node) {
      await delay(5_000);
      await node.whileDiskIsFull(() => delay(60_000));
    },
  },
];
