import type { Transaction } from 'kysely';
import type { ScheduledJob } from '../contracts/job.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

/**
 * After a crash the bus redelivers messages when its node restarts. A node is assumed to be down for less time than
 * this.
 */
const KEEP_MS = 90 * 24 * 60 * 60 * 1000;

/** A consumer of a topic. Each one has its own positions. */
export interface TopicReader {
  readonly consumer: string;
  readonly topic: string;
}

/** The position of a message in its topic. Numbers of a stream grow in the order of delivery. */
export interface StreamPosition {
  readonly stream: string;
  readonly number: number;
}

/**
 * How far the streams of a topic were read. Positions are written in the transaction that counts or
 * stores the messages, so each message takes effect exactly once although the bus may deliver it again.
 */
export const topicPositions = {
  /**
   * Advances to the last of the messages and returns those that were not read before. Call it under a lock that
   * serialises transactions reading the same stream.
   */
  async advance<Message extends StreamPosition, Tables extends CoreTables>(
    tx: Transaction<Tables>,
    { consumer, topic }: TopicReader,
    messages: readonly Message[],
    now: number,
  ): Promise<Message[]> {
    const core = tx as unknown as Transaction<CoreTables>;
    const streams = [...new Set(messages.map(({ stream }) => stream))];
    if (streams.length === 0) return [];
    const rows = await core
      .selectFrom('topic_positions')
      .select(['stream', 'number'])
      .where('consumer', '=', consumer)
      .where('topic', '=', topic)
      .where('stream', 'in', streams)
      .execute();
    const positions = new Map(rows.map(({ stream, number }) => [stream, number]));
    const unread = messages.filter(({ stream, number }) => {
      if (number <= (positions.get(stream) ?? 0)) return false;
      positions.set(stream, number);
      return true;
    });
    if (unread.length === 0) return [];
    const reached = [...positions].map(([stream, number]) => ({ stream, number }));
    await core
      .insertInto('topic_positions')
      .values(reached.map((position) => ({ consumer, topic, ...position, taken_at: now })))
      .onConflict((conflict) =>
        conflict.columns(['consumer', 'topic', 'stream']).doUpdateSet((eb) => ({
          number: eb.ref('excluded.number'),
          taken_at: eb.ref('excluded.taken_at'),
        })),
      )
      .execute();
    return unread;
  },
};

/** Removes positions in streams of writers that no longer exist. */
export function topicPositionTrimJob(database: Database<CoreTables>, clock: Clock): ScheduledJob {
  return {
    name: 'topic-position-trim',
    everyMs: 24 * 60 * 60 * 1000,
    runsOn: 'cluster',
    timeoutMs: 60_000,
    async run() {
      await database.transaction((tx) =>
        tx
          .deleteFrom('topic_positions')
          .where('taken_at', '<', clock.now() - KEEP_MS)
          .execute(),
      );
    },
  };
}
