import { newHexId } from '../../../kernel/hex-id.ts';
import type { Db } from '../load-balancing-tables.ts';
import type { MonitorDocument } from '../monitors/monitor-schema.ts';
import type { MonitorSecrets } from '../monitors/monitor-secrets.ts';

const KEEP_MS = 60 * 60 * 1000;
/** Maximum number of previews per account; a new one replaces the oldest. */
const MOST_PER_ACCOUNT = 100;

export interface Preview {
  readonly id: string;
  readonly accountId: string;
  readonly monitor: MonitorDocument;
  /** Names of the pools, by id. */
  readonly pools: Readonly<Record<string, string>>;
  /** Response objects of the API, by pool id. */
  readonly results: Readonly<Record<string, unknown>>;
}

/** Previews and their results, with the headers of monitors sealed. They are kept for an hour. */
export const previewStore = {
  async insert(
    db: Db,
    secrets: MonitorSecrets,
    { accountId, monitor, pools }: Pick<Preview, 'accountId' | 'monitor' | 'pools'>,
    now: number,
  ): Promise<string> {
    await previewStore.trim(db, accountId, now);
    const id = newHexId();
    await db
      .insertInto('health_previews')
      .values({
        id,
        account_id: accountId,
        monitor_json: JSON.stringify(secrets.seal(monitor, id)),
        pools_json: JSON.stringify(pools),
        results_json: '{}',
        created_at: now,
      })
      .execute();
    return id;
  },

  async find(
    db: Db,
    secrets: MonitorSecrets,
    id: string,
    now: number,
  ): Promise<Preview | undefined> {
    const row = await db
      .selectFrom('health_previews')
      .selectAll()
      .where('id', '=', id)
      .where('created_at', '>', now - KEEP_MS)
      .executeTakeFirst();
    return (
      row && {
        id: row.id,
        accountId: row.account_id,
        monitor: secrets.read(JSON.parse(row.monitor_json), row.id),
        pools: JSON.parse(row.pools_json),
        results: JSON.parse(row.results_json),
      }
    );
  },

  async saveResults(db: Db, id: string, results: Preview['results']): Promise<void> {
    await db
      .updateTable('health_previews')
      .set({ results_json: JSON.stringify(results) })
      .where('id', '=', id)
      .execute();
  },

  /** Removes expired previews, and the oldest ones beyond the limit of the account. */
  async trim(db: Db, accountId: string, now: number): Promise<void> {
    const kept = db
      .selectFrom('health_previews')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MOST_PER_ACCOUNT - 1);
    await db
      .deleteFrom('health_previews')
      .where((eb) =>
        eb.or([
          eb('created_at', '<=', now - KEEP_MS),
          eb.and([eb('account_id', '=', accountId), eb('id', 'not in', kept)]),
        ]),
      )
      .execute();
  },
};
