import { limits } from '../../../catalogs/limits.ts';
import { redacted } from '../../../kernel/redact.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { referenced, resourceErrors } from '../load-balancing-errors.ts';
import { accountLock, type LoadBalancingTables } from '../load-balancing-tables.ts';
import { referenceStore } from '../references/reference-store.ts';
import { checkMonitor } from './monitor-check.ts';
import { type MonitorDocument, type MonitorRecord, monitorResponse } from './monitor-schema.ts';
import { monitorStore } from './monitor-store.ts';

export type MonitorService = ResourceService<MonitorRecord, AccountScope, LoadBalancingTables>;

export const monitorKind: ResourceKind<MonitorRecord, AccountScope, LoadBalancingTables> = {
  resource: 'monitor',
  noun: 'monitor',
  read: 'pool:read',
  write: 'pool:write',
  store: monitorStore,
  errors: resourceErrors('monitor'),
  limit: () => limits.monitorsPerAccount,
  lock: accountLock,
  check: async (_tx, _scope, document) => checkMonitor(document),
  toRecord: (_tx, { accountId }, next) => ({ ...nextDocument(next), accountId }),
  toResponse: monitorResponse,
  toAudit: (record, before) => ({
    ...monitorResponse(record),
    ...hiddenHeaders(record.document, before?.document),
  }),
  references: { referrers: referenceStore.usersOfMonitor, error: referenced('monitor') },
};

/** Headers of probes may contain credentials for origins. Only `Host` is never secret. */
function hiddenHeaders({ header }: MonitorDocument, before: MonitorDocument | undefined) {
  if (!header) return {};
  const entries = Object.entries(header).map(([name, values]) =>
    name.toLowerCase() === 'host'
      ? [name, values]
      : [name, [redacted(values, before?.header?.[name])]],
  );
  return { header: Object.fromEntries(entries) };
}
