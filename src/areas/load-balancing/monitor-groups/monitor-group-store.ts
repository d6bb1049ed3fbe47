import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { Db, LoadBalancingTables, MonitorGroupTable } from '../load-balancing-tables.ts';
import type { MonitorGroupDocument, MonitorGroupRecord } from './monitor-group-schema.ts';

const documents = documentStore<
  LoadBalancingTables,
  'monitor_groups',
  AccountScope,
  MonitorGroupRecord
>({ table: 'monitor_groups', toRow, fromRow: mapGroup });

/** Groups are written together with the list of their monitors. */
export const monitorGroupStore = {
  ...documents,

  async insert(db: Db, group: MonitorGroupRecord): Promise<void> {
    await documents.insert(db, group);
    await saveMembers(db, group);
  },

  async update(db: Db, group: MonitorGroupRecord): Promise<void> {
    await documents.update(db, group);
    await db.deleteFrom('monitor_group_members').where('group_id', '=', group.id).execute();
    await saveMembers(db, group);
  },
};

async function saveMembers(db: Db, { id, document }: MonitorGroupRecord): Promise<void> {
  const rows = document.members.map((member) => ({ group_id: id, monitor_id: member.monitor_id }));
  await db.insertInto('monitor_group_members').values(rows).execute();
}

function toRow(group: MonitorGroupRecord): MonitorGroupTable {
  return {
    ...toColumns(group),
    account_id: group.accountId,
    description: group.document.description ?? '',
    member_times_json: JSON.stringify(group.memberTimes),
  };
}

export function mapGroup(row: MonitorGroupTable): MonitorGroupRecord {
  return {
    ...fromColumns<MonitorGroupDocument>(row),
    accountId: row.account_id,
    memberTimes: JSON.parse(row.member_times_json),
  };
}
