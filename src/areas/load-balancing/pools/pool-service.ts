import type { Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { LoadBalancingTables } from '../load-balancing-tables.ts';
import { checkEmail } from './pool-check.ts';
import { enablementAlert } from './pool-enablement.ts';
import { poolKind } from './pool-kind.ts';
import type { PoolRecord } from './pool-schema.ts';
import { type ListRange, poolStore } from './pool-store.ts';

export class PoolService extends ResourceService<PoolRecord, AccountScope, LoadBalancingTables> {
  readonly #alerts: AlertOutbox;

  constructor(options: ResourceServiceOptions<LoadBalancingTables>) {
    super(options, poolKind);
    this.#alerts = new AlertOutbox(options.database, options.clock);
  }

  override async announce(
    tx: Transaction<LoadBalancingTables>,
    actor: Actor,
    scope: AccountScope,
    before: PoolRecord | undefined,
    after: PoolRecord | undefined,
  ): Promise<void> {
    const alert = before && after && enablementAlert(before, after);
    if (alert) await this.#alerts.record(tx, [alert]);
    await super.announce(tx, actor, scope, before, after);
  }

  /** Sets the email of all pools in a range of the list, in one transaction, and returns these pools. */
  async setEmail(
    actor: Actor,
    scope: AccountScope,
    email: string,
    range: ListRange,
  ): Promise<{ readonly pools: readonly PoolRecord[]; readonly total: number }> {
    checkEmail(email);
    return await this.transact(scope, async (tx) => {
      const total = await poolStore.count(tx, scope);
      const before = await poolStore.listByName(tx, scope.accountId, range);
      const pools: PoolRecord[] = [];
      for (const pool of before) {
        // Without the member there is no email, so clearing it does not change the document.
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
