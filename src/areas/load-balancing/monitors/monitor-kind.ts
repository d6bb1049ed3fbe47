import { limits } from '../../../catalogs/limits.ts';
import { redacted } from '../../../kernel/redact.ts';
import { referenceStore } from '../references/reference-store.ts';
import type { ResourceKind } from '../resource-model.ts';
import { checkMonitor } from './monitor-check.ts';
import { type MonitorDocument, type MonitorRecord, monitorResponse } from './monitor-schema.ts';
import { monitorStore } from './monitor-store.ts';

export const monitorKind: ResourceKind<MonitorDocument, MonitorRecord> = {
  type: 'monitor',
  store: monitorStore,
  limit: limits.monitorsPerAccount,
  check: async (_tx, _scope, document) => checkMonitor(document),
  complete: (_before, record) => ({ ...record, zoneId: undefined }),
  response: monitorResponse,
  recorded: (record, before) => ({
    ...monitorResponse(record),
    ...hiddenHeaders(record.document, before?.document),
  }),
  referrers: referenceStore.poolsOfMonitor,
};

/** Headers of probes carry credentials of origins; only the host is none. */
function hiddenHeaders({ header }: MonitorDocument, before: MonitorDocument | undefined) {
  if (!header) return {};
  const entries = Object.entries(header).map(([name, values]) =>
    name.toLowerCase() === 'host'
      ? [name, values]
      : [name, [redacted(values, before?.header?.[name])]],
  );
  return { header: Object.fromEntries(entries) };
}
