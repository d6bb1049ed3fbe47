import { ApiError } from '../../../api/api-error.ts';
import { callApi, type ResultOf } from '../../../api/client.ts';
import { readAllPages } from '../../../api/paged-query.ts';
import type { AttentionScope, Concern, ConcernSource } from '../concern.ts';

const POOLS = 'GET /accounts/{account_id}/load_balancers/pools';
const HEALTH = 'GET /accounts/{account_id}/load_balancers/pools/{pool_id}/health';

type Pool = ResultOf<typeof POOLS>[number];

/** Pools whose monitor finds them or some of their origins unhealthy. */
export const unhealthyPools: ConcernSource = {
  what: 'the health of pools',
  async read(scope, signal) {
    const [pages, used] = await Promise.all([
      readAllPages(POOLS, { params: { account_id: scope.accountId } }),
      usedPools(scope, signal),
    ]);
    const probed = pages
      .flatMap(({ result }) => result)
      .filter(({ id, enabled, monitor, monitor_group: group }) => {
        return enabled !== false && (monitor || group) && used?.has(id) !== false;
      });
    const concerns = await Promise.all(probed.map((pool) => readPool(scope, pool, signal)));
    return concerns.flat();
  },
};

/** The pools of the load balancers of a zone; undefined for all pools of the account. */
async function usedPools(
  { isOfZone, zones }: AttentionScope,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const [zone] = zones;
  if (!isOfZone || !zone) return undefined;
  const params = { zone_id: zone.id };
  const { result } = await callApi('GET /zones/{zone_id}/load_balancers', { params }, signal);
  return new Set(result.flatMap((each) => [...each.default_pools, each.fallback_pool]));
}

/** The error of a pool that no probe has reached yet. */
const NO_HEALTH = 11132;

function ofUnknown(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== NO_HEALTH) throw error;
}

async function readPool(
  { accountId }: AttentionScope,
  { id, name }: Pool,
  signal: AbortSignal,
): Promise<Concern[]> {
  const params = { account_id: accountId, pool_id: id };
  const result = await callApi(HEALTH, { params }, signal).then((read) => read.result, ofUnknown);
  if (!result) return [];
  const regions = Object.values(result.pop_health);
  const isDown = regions.some(({ healthy }) => !healthy);
  const failing = regions
    .flatMap(({ origins }) => origins.flatMap((origin) => Object.entries(origin)))
    .filter(([, { healthy }]) => !healthy)
    .map(([address, { failure_reason: reason }]) => `${address}: ${reason || 'unhealthy'}`);
  if (!isDown && failing.length === 0) return [];
  return [
    {
      id: `pool ${id}`,
      tone: isDown ? 'bad' : 'warning',
      title: isDown ? `The pool ${name} is unhealthy` : `Origins of the pool ${name} are unhealthy`,
      detail: [...new Set(failing)].join('; '),
      link: { to: `/accounts/${accountId}/audit-log`, label: 'See what was changed' },
    },
  ];
}
