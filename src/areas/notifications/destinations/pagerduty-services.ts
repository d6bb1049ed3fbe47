import type { Actor } from '../../../contracts/actor.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { DestinationService, type DestinationServiceOptions } from './destination-service.ts';
import type { Eligibility } from './eligibility.ts';
import type { PagerdutyKind } from './pagerduty-kind.ts';
import type { PagerdutyDocument, PagerdutyService, PagerdutyStore } from './pagerduty-store.ts';

export interface PagerdutyServicesOptions extends DestinationServiceOptions {
  readonly kind: PagerdutyKind;
  readonly store: PagerdutyStore;
  readonly eligibility: Eligibility;
}

/** Creates, changes and deletes services of PagerDuty. */
export class PagerdutyServices extends DestinationService<PagerdutyService> {
  readonly #store: PagerdutyStore;
  readonly #eligibility: Eligibility;

  constructor({ kind, store, eligibility, ...options }: PagerdutyServicesOptions) {
    super(options, 'pagerduty', kind);
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
      await this.remove(tx, actor, scope, await this.#store.list(tx, scope));
    });
  }
}
