import type { Db, Tx, UsageTable } from '../rpc-gateway-tables.ts';
import type { HourCount } from './usage-model.ts';

/** Rows of one insert statement. */
const INSERT_ROWS = 50;

export const usageStore = {
  /** Rows must have distinct keys. The caller must hold the lock. */
  async add(tx: Tx, rows: readonly UsageTable[]): Promise<void> {
    for (let from = 0; from < rows.length; from += INSERT_ROWS) {
      await tx
        .insertInto('web3_usage')
        .values(rows.slice(from, from + INSERT_ROWS))
        .onConflict((conflict) =>
          conflict.columns(['hostname_id', 'hour_at', 'status']).doUpdateSet((eb) => ({
            requests: eb('web3_usage.requests', '+', eb.ref('excluded.requests')),
          })),
        )
        .execute();
    }
  },

  async list(db: Db, hostnameId: string, fromHour: number): Promise<HourCount[]> {
    const rows = await db
      .selectFrom('web3_usage')
      .select(['hour_at', 'status', 'requests'])
      .where('hostname_id', '=', hostnameId)
      .where('hour_at', '>=', fromHour)
      .orderBy('hour_at')
      .orderBy('status')
      .execute();
    return rows.map(({ hour_at: hourAt, status, requests }) => ({ hourAt, status, requests }));
  },

  async removeBefore(tx: Tx, hour: number): Promise<void> {
    await tx.deleteFrom('web3_usage').where('hour_at', '<', hour).execute();
  },
};
