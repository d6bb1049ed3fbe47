import { limits } from '../../../catalogs/limits.ts';
import { hideKeys } from '../../../expression/expression.ts';
import { invalid, notUnique } from '../load-balancing-errors.ts';
import { poolStore } from '../pools/pool-store.ts';
import type { ResourceKind, Scope, ZoneScope } from '../resource-model.ts';
import { checkBalancer } from './balancer-check.ts';
import { mentionedPools } from './balancer-model.ts';
import { type BalancerDocument, type BalancerRecord, balancerResponse } from './balancer-schema.ts';
import { balancerStore } from './balancer-store.ts';
import type { ConditionLanguage } from './condition-language.ts';

export function balancerKind(
  conditions: ConditionLanguage,
): ResourceKind<BalancerDocument, BalancerRecord> {
  return {
    type: 'load_balancer',
    store: balancerStore,
    limit: limits.loadBalancersPerZone,
    async check(tx, scope, document, id) {
      const zone = zoneOf(scope);
      checkBalancer(document, zone, conditions);
      const twin = await balancerStore.findIdByName(tx, zone.id, document.name);
      if (twin !== undefined && twin !== id) throw notUnique('load_balancer', document.name);
      const mentions = mentionedPools(document);
      const ids = [...new Set(mentions.map(({ poolId }) => poolId))];
      const max = limits.poolsPerLoadBalancer;
      if (ids.length > max) {
        throw invalid('', `a load balancer can name ${max} pools, not ${ids.length}`);
      }
      const known = await poolStore.findKnown(tx, scope.accountId, ids);
      const missing = mentions.find(({ poolId }) => !known.has(poolId));
      if (!missing) return;
      throw invalid(
        missing.pointer,
        `there is no pool "${missing.poolId}" in the account of this zone: create it first`,
      );
    },
    complete: (_before, record) => ({ ...record, zoneId: record.zoneId ?? '' }),
    response: balancerResponse,
    recorded: (record, before) =>
      hideKeys(balancerResponse(record), before && balancerResponse(before)),
    referrers: async () => [],
  };
}

function zoneOf({ zone }: Scope): ZoneScope {
  if (!zone) throw new Error('load balancers belong to a zone');
  return zone;
}
