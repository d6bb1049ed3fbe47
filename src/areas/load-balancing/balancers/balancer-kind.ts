import { limits } from '../../../catalogs/limits.ts';
import { hideKeys } from '../../../expression/expression.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { HostnameDirectory } from '../../rpc-gateway/hostnames/hostname-read-model.ts';
import { invalid, notUnique, resourceErrors } from '../load-balancing-errors.ts';
import { accountLock, type LoadBalancingTables } from '../load-balancing-tables.ts';
import { poolStore } from '../pools/pool-store.ts';
import { checkBalancer } from './balancer-check.ts';
import { mentionedPools } from './balancer-model.ts';
import { type BalancerRecord, balancerResponse } from './balancer-schema.ts';
import { type BalancerStore, findIdByName } from './balancer-store.ts';
import type { ConditionLanguage } from './condition-language.ts';

export type BalancerService = ResourceService<BalancerRecord, ZoneScope, LoadBalancingTables>;

export function balancerKind(
  store: BalancerStore,
  conditions: ConditionLanguage,
  hostnames: HostnameDirectory,
): ResourceKind<BalancerRecord, ZoneScope, LoadBalancingTables> {
  return {
    resource: 'load_balancer',
    noun: 'load balancer',
    read: 'load-balancer:read',
    write: 'load-balancer:write',
    store,
    errors: resourceErrors('load_balancer'),
    limit: () => limits.loadBalancersPerZone,
    lock: accountLock,
    async check(tx, zone, document, id) {
      checkBalancer(document, zone, conditions);
      const twin = await findIdByName(tx, zone.id, document.name);
      if (twin !== undefined && twin !== id) throw notUnique('load_balancer', document.name);
      if (twin === undefined && (await hostnames.hasName(tx, zone.id, document.name))) {
        throw invalid(
          '/name',
          `"${document.name}" is a Web3 hostname: delete that first, or choose another name`,
        );
      }
      const mentions = mentionedPools(document);
      const ids = [...new Set(mentions.map(({ poolId }) => poolId))];
      const max = limits.poolsPerLoadBalancer;
      if (ids.length > max) {
        throw invalid('', `a load balancer can have at most ${max} pools, not ${ids.length}`);
      }
      const known = await poolStore.findKnown(tx, zone.accountId, ids);
      const missing = mentions.find(({ poolId }) => !known.has(poolId));
      if (!missing) return;
      throw invalid(
        missing.pointer,
        `there is no pool "${missing.poolId}" in the account of this zone: create it first`,
      );
    },
    toRecord: (_tx, zone, next) => ({
      ...nextDocument(next),
      accountId: zone.accountId,
      zoneId: zone.id,
    }),
    toResponse: balancerResponse,
    toReaderResponse: readerBalancerResponse,
    toAudit: (record, before) =>
      hideKeys(balancerResponse(record), before && balancerResponse(before)),
  };
}

/** The response for callers who may not write the load balancer. */
export const readerBalancerResponse = (record: BalancerRecord) =>
  hideKeys(balancerResponse(record));
