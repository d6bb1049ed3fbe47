import type { Actor } from '../../../contracts/actor.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { LoadBalancingTables } from '../load-balancing-tables.ts';
import { checkEmail } from './pool-check.ts';
import { poolKind } from './pool-kind.ts';
import type { PoolRecord } from './pool-schema.ts';
import { poolStore, type Stretch } from './pool-store.ts';

export class PoolService extends ResourceService<PoolRecord, AccountScope, LoadBalancingTables> {
  constructor(options: ResourceServiceOptions<LoadBalancingTables>) {
    super(options, poolKind);
  }

  /** Gives the pools of a stretch of the list the same email, all or none, and returns the stretch. */
  async setEmail(
    actor: Actor,
    scope: AccountScope,
    email: string,
    stretch: Stretch,
  ): Promise<{ readonly pools: readonly PoolRecord[]; readonly total: number }> {
    checkEmail(email);
    return await this.transact(scope, async (tx) => {
      const total = await poolStore.count(tx, scope);
      const before = await poolStore.listByName(tx, scope.accountId, stretch);
      const pools: PoolRecord[] = [];
      for (const pool of before) {
        // A pool that never had an email keeps its document without the member.
        const { notification_email: current = '' } = pool.document;
        const document =
          current === email ? pool.document : { ...pool.document, notification_email: email };
        pools.push(await this.save(tx, scope, pool, document));
      }
      for (const [n, pool] of pools.entries()) {
        if (pool !== before[n]) await this.announce(tx, actor, scope, before[n], pool);
      }
      return { pools, total };
    });
  }
}
