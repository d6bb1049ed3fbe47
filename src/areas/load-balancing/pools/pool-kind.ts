import { limits } from '../../../catalogs/limits.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { invalid, notUnique, referenced, resourceErrors } from '../load-balancing-errors.ts';
import { accountLock, type LoadBalancingTables } from '../load-balancing-tables.ts';
import { monitorGroupStore } from '../monitor-groups/monitor-group-store.ts';
import { monitorExists } from '../monitors/monitor-store.ts';
import { referenceStore } from '../references/reference-store.ts';
import { checkPool } from './pool-check.ts';
import { nextPool } from './pool-model.ts';
import { type PoolRecord, poolResponse } from './pool-schema.ts';
import { poolStore } from './pool-store.ts';

export const poolKind: ResourceKind<PoolRecord, AccountScope, LoadBalancingTables> = {
  resource: 'pool',
  noun: 'pool',
  read: 'pool:read',
  write: 'pool:write',
  store: poolStore,
  errors: resourceErrors('pool'),
  limit: () => limits.poolsPerAccount,
  lock: accountLock,
  async check(tx, scope, document, id) {
    checkPool(document);
    const twin = await poolStore.findIdByName(tx, scope.accountId, document.name);
    if (twin !== undefined && twin !== id) throw notUnique('pool', document.name);
    const { monitor, monitor_group: group } = document;
    if (monitor && !(await monitorExists(tx, scope, monitor))) {
      throw invalid('/monitor', `there is no monitor ${monitor} in this account: create it first`);
    }
    if (group && !(await monitorGroupStore.find(tx, scope, group))) {
      const problem = `there is no monitor group ${group} in this account: create it first`;
      throw invalid('/monitor_group', problem);
    }
  },
  toRecord: (_tx, { accountId }, next) =>
    nextPool(next.before, { ...nextDocument(next), accountId }),
  toResponse: poolResponse,
  toAudit: poolResponse,
  references: { referrers: referenceStore.balancersOf, error: referenced('pool') },
};
