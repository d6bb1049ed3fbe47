import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { LoadBalancingTables, MonitorTable } from '../load-balancing-tables.ts';
import type { MonitorDocument, MonitorRecord } from './monitor-schema.ts';

export const monitorStore = documentStore<
  LoadBalancingTables,
  'monitors',
  AccountScope,
  MonitorRecord
>({ table: 'monitors', toRow, fromRow: mapMonitor });

function toRow(monitor: MonitorRecord): MonitorTable {
  return {
    ...toColumns(monitor),
    account_id: monitor.accountId,
    description: monitor.document.description ?? '',
  };
}

export function mapMonitor(row: MonitorTable): MonitorRecord {
  return { ...fromColumns<MonitorDocument>(row), accountId: row.account_id };
}
