import { setTimeout as delay } from 'node:timers/promises';
import type { Mood } from '../../test/support/batch-receiver.ts';
import type { ChaosNode } from './chaos-node.ts';

/** Something that happens to a node while it serves requests. */
export interface Trouble {
  readonly name: string;
  /** Nothing happens: the round is long instead. */
  readonly isCalm?: boolean;
  /** Lines may be lost, if they are counted. */
  readonly mayLose?: boolean;
  /** Begins with the requests of the round, and has ended when it resolves. */
  happen(node: ChaosNode): Promise<void>;
}

const KILLS = 5;

const receiverIs = (mood: Mood, seconds: number): Trouble => ({
  name: `receiver: ${mood}`,
  async happen({ receiver }) {
    receiver.mood = mood;
    await delay(seconds * 1_000);
    receiver.mood = 'takes';
  },
});

export const troubles: readonly Trouble[] = [
  { name: 'none', isCalm: true, happen: async () => {} },
  {
    name: `kill -9 of the shipping process, ${KILLS} times`,
    async happen(node) {
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(1_500);
        await node.killShipping();
      }
    },
  },
  {
    name: 'kill -9 of the primary',
    async happen(node) {
      await delay(1_000);
      await node.killPrimary();
    },
  },
  receiverIs('500', 10),
  receiverIs('429', 10),
  receiverIs('hangs', 10),
  receiverIs('closes', 10),
  receiverIs('takes and closes', 10),
  receiverIs('slow', 10),
  {
    name: 'disk full for a minute',
    mayLose: true,
    happen: (node) => node.whileDiskIsFull(() => delay(60_000)),
  },
];
