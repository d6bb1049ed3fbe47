import { limits } from '../../../catalogs/limits.ts';
import { invalid, notUnique } from '../load-balancing-errors.ts';
import { monitorStore } from '../monitors/monitor-store.ts';
import { referenceStore } from '../references/reference-store.ts';
import type { ResourceKind } from '../resource-model.ts';
import { checkPool } from './pool-check.ts';
import { nextPool } from './pool-model.ts';
import { type PoolDocument, type PoolRecord, poolResponse } from './pool-schema.ts';
import { poolStore } from './pool-store.ts';

export const poolKind: ResourceKind<PoolDocument, PoolRecord> = {
  type: 'pool',
  store: poolStore,
  limit: limits.poolsPerAccount,
  async check(tx, { accountId }, document, id) {
    checkPool(document);
    const twin = await poolStore.findIdByName(tx, accountId, document.name);
    if (twin !== undefined && twin !== id) throw notUnique('pool', document.name);
    const { monitor } = document;
    if (!monitor || (await monitorStore.find(tx, monitor))?.accountId === accountId) return;
    throw invalid('/monitor', `there is no monitor ${monitor} in this account: create it first`);
  },
  complete: (before, record) => nextPool(before, { ...record, zoneId: undefined }),
  response: poolResponse,
  recorded: poolResponse,
  referrers: referenceStore.balancersOf,
};
