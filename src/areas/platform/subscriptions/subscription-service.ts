import type { Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import { zoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import type { Zone } from '../zones/zone-model.ts';
import type { ZoneService } from '../zones/zone-service.ts';
import { type Frequency, type Subscription, subscriptionResponse } from './subscription-schema.ts';
import { subscriptionStore } from './subscription-store.ts';

interface SubscriptionOptions {
  readonly database: PlatformDatabase;
  readonly changes: ChangeLog;
  readonly zones: ZoneService;
}

/** Absent members keep their values. */
export interface SubscriptionChange {
  readonly plan?: string | undefined;
  /** Null removes the frequency. */
  readonly frequency?: Frequency | null | undefined;
}

/** The subscription of a zone is its plan and a billing frequency, which has no effect. */
export class SubscriptionService {
  readonly #options: SubscriptionOptions;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  async get(zoneId: string): Promise<Subscription> {
    const { database, zones } = this.#options;
    const { plan } = await zones.get(zoneId);
    const frequency = await subscriptionStore.findFrequency(database.read, zoneId);
    return { zoneId, plan, frequency };
  }

  async update(
    actor: Actor,
    zoneId: string,
    { plan, frequency }: SubscriptionChange,
  ): Promise<Subscription> {
    const { database, zones } = this.#options;
    const save = (tx: Transaction<PlatformTables>, zone: Zone) =>
      this.#saveFrequency(tx, actor, zone, frequency);
    if (plan !== undefined) {
      const planPointer = '/rate_plan/id';
      await zones.update(actor, zoneId, { plan }, { planPointer, also: save });
    } else if (frequency !== undefined) {
      const zone = await zones.get(zoneId);
      const scoped = {
        scope: zoneScope(zone),
        lock: `zone subscription ${zoneId}`,
        capability: 'zone:write',
      } as const;
      await scopedTransaction(database, scoped, (tx) => save(tx, zone));
    }
    return await this.get(zoneId);
  }

  async #saveFrequency(
    tx: Transaction<PlatformTables>,
    actor: Actor,
    { id: zoneId, account, plan }: Zone,
    wanted: Frequency | null | undefined,
  ): Promise<void> {
    const before = await subscriptionStore.findFrequency(tx, zoneId);
    const frequency = wanted ?? undefined;
    if (wanted === undefined || frequency === before) return;
    if (frequency) await subscriptionStore.saveFrequency(tx, zoneId, frequency);
    else await subscriptionStore.deleteFrequency(tx, zoneId);
    await this.#options.changes.append(tx, {
      actor,
      action: 'update',
      resource: 'zone_subscription',
      resourceId: zoneId,
      accountId: account.id,
      zoneId,
      before: subscriptionResponse({ zoneId, plan, frequency: before }),
      after: subscriptionResponse({ zoneId, plan, frequency }),
    });
  }
}
