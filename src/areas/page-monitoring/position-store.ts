import type { BusMessage } from '../../bus/bus.ts';
import type { Tx } from './page-monitoring-tables.ts';

/** How far the streams of a topic were counted. */
export const positionStore = {
  /** Goes on to the last of the messages; answers those that were not counted before. */
  async take<Message extends Pick<BusMessage, 'stream' | 'number'>>(
    tx: Tx,
    topic: string,
    messages: readonly Message[],
    now: number,
  ): Promise<Message[]> {
    const streams = [...new Set(messages.map(({ stream }) => stream))];
    if (streams.length === 0) return [];
    const rows = await tx
      .selectFrom('page_positions')
      .select(['stream', 'number'])
      .where('topic', '=', topic)
      .where('stream', 'in', streams)
      .execute();
    const positions = new Map(rows.map(({ stream, number }) => [stream, number]));
    const fresh = messages.filter(({ stream, number }) => {
      if (number <= (positions.get(stream) ?? 0)) return false;
      positions.set(stream, number);
      return true;
    });
    if (fresh.length === 0) return [];
    await tx
      .insertInto('page_positions')
      .values([...positions].map(([stream, number]) => ({ topic, stream, number, taken_at: now })))
      .onConflict((conflict) =>
        conflict.columns(['topic', 'stream']).doUpdateSet((eb) => ({
          number: eb.ref('excluded.number'),
          taken_at: eb.ref('excluded.taken_at'),
        })),
      )
      .execute();
    return fresh;
  },

  /** Streams of writers that are gone for good. */
  async forget(tx: Tx, before: number): Promise<void> {
    await tx.deleteFrom('page_positions').where('taken_at', '<', before).execute();
  },
};
