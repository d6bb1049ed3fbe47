import type { Selectable } from 'kysely';
import type { Db, MonitorTable } from '../load-balancing-tables.ts';
import type { ResourceStore, Scope } from '../resource-model.ts';
import type { MonitorRecord } from './monitor-schema.ts';

/** Single monitors: read and write. */
export const monitorStore: ResourceStore<MonitorRecord> = {
  async find(db: Db, id: string) {
    const row = await db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirst();
    return row && mapMonitor(row);
  },

  async count(db: Db, { accountId }: Scope) {
    const row = await db
      .selectFrom('monitors')
      .where('account_id', '=', accountId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  },

  async insert(db: Db, monitor: MonitorRecord) {
    await db.insertInto('monitors').values(toRow(monitor)).execute();
  },

  async update(db: Db, monitor: MonitorRecord) {
    await db.updateTable('monitors').set(toRow(monitor)).where('id', '=', monitor.id).execute();
  },

  async delete(db: Db, id: string) {
    await db.deleteFrom('monitors').where('id', '=', id).execute();
  },
};

function toRow(monitor: MonitorRecord): MonitorTable {
  return {
    id: monitor.id,
    account_id: monitor.accountId,
    description: monitor.document.description ?? '',
    document_json: JSON.stringify(monitor.document),
    created_at: monitor.createdAt,
    modified_at: monitor.modifiedAt,
  };
}

export function mapMonitor(row: Selectable<MonitorTable>): MonitorRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    zoneId: undefined,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    document: JSON.parse(row.document_json),
  };
}
