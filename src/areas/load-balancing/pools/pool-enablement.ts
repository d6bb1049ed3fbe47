import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { toPool } from './pool-model.ts';
import type { PoolRecord } from './pool-schema.ts';

/** The alert about a change that enabled or disabled a pool; undefined for other changes. */
export function enablementAlert(
  before: PoolRecord,
  after: PoolRecord,
): AlertOf<'pool_enablement'> | undefined {
  const { enabled, accountId, id: poolId, name: poolName } = toPool(after);
  if (enabled === toPool(before).enabled) return undefined;
  return {
    kind: 'pool_enablement',
    version: 1,
    // Two changes may happen in the same millisecond, so the id is random; the transaction records each only once.
    id: alertId('pool_enablement', poolId, newHexId()),
    accountId,
    zoneId: null,
    at: after.modifiedAt,
    poolId,
    poolName,
    enabled,
  };
}
