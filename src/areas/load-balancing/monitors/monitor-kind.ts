import { limits } from '../../../catalogs/limits.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { referenced, resourceErrors } from '../load-balancing-errors.ts';
import { accountLock, type LoadBalancingTables } from '../load-balancing-tables.ts';
import { referenceStore } from '../references/reference-store.ts';
import { checkMonitor } from './monitor-check.ts';
import { type MonitorRecord, monitorResponse } from './monitor-schema.ts';
import { withoutHeaderValues } from './monitor-secrets.ts';
import type { MonitorStore } from './monitor-store.ts';

export type MonitorService = ResourceService<MonitorRecord, AccountScope, LoadBalancingTables>;

export const monitorKind = (
  store: MonitorStore,
): ResourceKind<MonitorRecord, AccountScope, LoadBalancingTables> => ({
  resource: 'monitor',
  noun: 'monitor',
  read: 'pool:read',
  write: 'pool:write',
  store,
  errors: resourceErrors('monitor'),
  limit: () => limits.monitorsPerAccount,
  lock: accountLock,
  check: async (_tx, _scope, document) => checkMonitor(document),
  toRecord: (_tx, { accountId }, next) => ({ ...nextDocument(next), accountId }),
  toResponse: monitorResponse,
  toReaderResponse: (record) => shown(record),
  toAudit: shown,
  references: { referrers: referenceStore.usersOfMonitor, error: referenced('monitor') },
});

function shown(record: MonitorRecord, before?: MonitorRecord) {
  const document = withoutHeaderValues(record.document, before?.document);
  return monitorResponse({ ...record, document });
}
