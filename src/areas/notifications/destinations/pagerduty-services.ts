import type { Actor } from '../../../contracts/actor.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { NotificationsTables } from '../notifications-tables.ts';
import type { Eligibility } from './eligibility.ts';
import type { PagerdutyKind } from './pagerduty-kind.ts';
import type { PagerdutyDocument, PagerdutyService, PagerdutyStore } from './pagerduty-store.ts';

export interface PagerdutyServicesOptions extends ResourceServiceOptions<NotificationsTables> {
  readonly kind: PagerdutyKind;
  readonly store: PagerdutyStore;
  readonly eligibility: Eligibility;
}

/** Services of PagerDuty as the API changes them. */
export class PagerdutyServices extends ResourceService<
  PagerdutyService,
  AccountScope,
  NotificationsTables
> {
  readonly #store: PagerdutyStore;
  readonly #eligibility: Eligibility;

  constructor({ kind, store, eligibility, ...options }: PagerdutyServicesOptions) {
    super(options, kind);
    this.#store = store;
    this.#eligibility = eligibility;
  }

  override async create(
    actor: Actor,
    scope: AccountScope,
    document: PagerdutyDocument,
    id?: string,
  ): Promise<PagerdutyService> {
    await this.#eligibility.require(scope.accountId, 'pagerduty');
    return await super.create(actor, scope, document, id);
  }

  async deleteAll(actor: Actor, scope: AccountScope): Promise<void> {
    await this.transact(scope, async (tx) => {
      const services = await this.#store.list(tx, scope);
      for (const { id } of services) await this.checkUnused(tx, id);
      for (const { id } of services) await this.#store.delete(tx, id);
      for (const service of services) await this.announce(tx, actor, scope, service, undefined);
    });
  }
}
