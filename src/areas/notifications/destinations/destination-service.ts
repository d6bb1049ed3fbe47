import type { Actor } from '../../../contracts/actor.ts';
import type { ResourceKind, ResourceRecord } from '../../../resources/resource-model.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { NotificationsTables, Tx } from '../notifications-tables.ts';
import type { PolicyDestinations } from '../policies/policy-destinations.ts';
import type { DestinationType } from './destination-store.ts';

export interface DestinationServiceOptions extends ResourceServiceOptions<NotificationsTables> {
  readonly policies: PolicyDestinations;
}

/** Destinations of one type. A deleted destination is removed from all policies. */
export class DestinationService<R extends ResourceRecord> extends ResourceService<
  R,
  AccountScope,
  NotificationsTables
> {
  readonly #type: DestinationType;
  readonly #policies: PolicyDestinations;

  constructor(
    options: DestinationServiceOptions,
    type: DestinationType,
    kind: ResourceKind<R, AccountScope, NotificationsTables>,
  ) {
    super(options, kind);
    this.#type = type;
    this.#policies = options.policies;
  }

  override async delete(actor: Actor, scope: AccountScope, id: string): Promise<R> {
    const { store, errors } = this.kind;
    return await this.transact(scope, async (tx) => {
      const destination = await store.find(tx, scope, id);
      if (!destination) throw errors.notFound(id);
      await this.remove(tx, actor, scope, [destination]);
      return destination;
    });
  }

  protected async remove(
    tx: Tx,
    actor: Actor,
    scope: AccountScope,
    destinations: readonly R[],
  ): Promise<void> {
    const ids = destinations.map(({ id }) => id);
    const announcePolicies = await this.#policies.detach(tx, scope, this.#type, ids);
    for (const id of ids) await this.kind.store.delete(tx, id);
    await announcePolicies(actor);
    for (const each of destinations) await this.announce(tx, actor, scope, each, undefined);
  }
}
