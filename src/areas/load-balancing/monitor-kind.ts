import { limits } from '../../catalogs/limits.ts';
import { checkMonitor } from './monitor-check.ts';
import { type MonitorDocument, type MonitorRecord, monitorResponse } from './monitor-schema.ts';
import { monitorStore } from './monitor-store.ts';
import { referenceStore } from './reference-store.ts';
import type { ResourceKind } from './resource-model.ts';

export const monitorKind: ResourceKind<MonitorDocument, MonitorRecord> = {
  type: 'monitor',
  store: monitorStore,
  limit: limits.monitorsPerAccount,
  check: async (_tx, _scope, document) => checkMonitor(document),
  complete: (_before, record) => ({ ...record, zoneId: undefined }),
  response: monitorResponse,
  referrers: referenceStore.poolsOfMonitor,
};
