import type { Db, OriginErrorMinuteTable, Tx } from '../load-balancing-tables.ts';
import type { OriginCount } from './origin-error-model.ts';

/** Rows of one insert statement. */
const INSERT_ROWS = 50;

export const originMinuteStore = {
  /** Rows have different keys. Call it under a lock. */
  async add(tx: Tx, rows: readonly OriginErrorMinuteTable[]): Promise<void> {
    for (let from = 0; from < rows.length; from += INSERT_ROWS) {
      await tx
        .insertInto('origin_error_minutes')
        .values(rows.slice(from, from + INSERT_ROWS))
        .onConflict((conflict) =>
          conflict.columns(['minute_at', 'zone_id']).doUpdateSet((eb) => ({
            requests: eb('origin_error_minutes.requests', '+', eb.ref('excluded.requests')),
            errors: eb('origin_error_minutes.errors', '+', eb.ref('excluded.errors')),
          })),
        )
        .execute();
    }
  },

  /** Sums of the minutes from the first time up to, but not including, the second, by zone. */
  async sums(db: Db, from: number, to: number): Promise<ReadonlyMap<string, OriginCount>> {
    const rows = await db
      .selectFrom('origin_error_minutes')
      .select('zone_id')
      .select((eb) => [
        eb.fn.sum<number | string>('requests').as('requests'),
        eb.fn.sum<number | string>('errors').as('errors'),
      ])
      .where('minute_at', '>=', from)
      .where('minute_at', '<', to)
      .groupBy('zone_id')
      .execute();
    return new Map(
      rows.map((row) => [
        row.zone_id,
        { requests: Number(row.requests), errors: Number(row.errors) },
      ]),
    );
  },

  /** The oldest minute with rows. */
  async oldest(db: Db): Promise<number | undefined> {
    const row = await db
      .selectFrom('origin_error_minutes')
      .select('minute_at')
      .orderBy('minute_at')
      .limit(1)
      .executeTakeFirst();
    return row?.minute_at;
  },

  async remove(tx: Tx, minuteAt: number): Promise<void> {
    await tx.deleteFrom('origin_error_minutes').where('minute_at', '=', minuteAt).execute();
  },
};
