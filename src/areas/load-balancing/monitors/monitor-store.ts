import {
  type DocumentStore,
  documentStore,
  fromSecretColumns,
  type OpenSecrets,
  toSecretColumns,
} from '../../../resources/document-store.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { Db, LoadBalancingTables, MonitorTable } from '../load-balancing-tables.ts';
import type { MonitorDocument, MonitorRecord } from './monitor-schema.ts';
import type { MonitorSecrets } from './monitor-secrets.ts';

export type MonitorStore = DocumentStore<
  MonitorRecord,
  AccountScope,
  MonitorTable,
  LoadBalancingTables
>;

/** Monitors, with the values of their headers sealed. */
export function monitorStore(secrets: MonitorSecrets): MonitorStore {
  return documentStore<LoadBalancingTables, 'monitors', AccountScope, MonitorRecord>({
    table: 'monitors',
    toRow: (monitor) => ({
      ...toSecretColumns(monitor, secrets),
      account_id: monitor.accountId,
      description: monitor.document.description ?? '',
    }),
    fromRow: (row) => mapMonitor(row, (sealed, id) => secrets.read(sealed, id)),
  });
}

export function mapMonitor(row: MonitorTable, open: OpenSecrets<MonitorDocument>): MonitorRecord {
  return { ...fromSecretColumns(row, open), accountId: row.account_id };
}

export async function monitorExists(
  db: Db,
  { accountId }: AccountScope,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('monitors')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
