import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../contracts/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { ZoneHold } from './zone-hold-model.ts';
import { holdResponse } from './zone-hold-schema.ts';
import { zoneHoldStore } from './zone-hold-store.ts';

export class ZoneHoldService {
  readonly #database: PlatformDatabase;
  readonly #changes: ChangeLog;
  readonly #clock: Clock;

  constructor(database: PlatformDatabase, changes: ChangeLog, clock: Clock) {
    this.#database = database;
    this.#changes = changes;
    this.#clock = clock;
  }

  async get(zone: ZoneScope): Promise<ZoneHold> {
    return await zoneHoldStore.find(this.#database.read, zone.id);
  }

  /** `change` returns the new state of the hold. */
  async update(
    actor: Actor,
    zone: ZoneScope,
    change: (before: ZoneHold, now: number) => ZoneHold,
  ): Promise<ZoneHold> {
    const scoped = {
      scope: zone,
      lock: `zone hold ${zone.id}`,
      capability: 'zone:write',
    } as const;
    return await scopedTransaction(this.#database, scoped, async (tx) => {
      const now = this.#clock.now();
      const before = await zoneHoldStore.find(tx, zone.id);
      const after = change(before, now);
      if (isDeepStrictEqual(after, before)) return before;
      await zoneHoldStore.save(tx, zone.id, after);
      await this.#changes.append(tx, {
        actor,
        action: 'update',
        resource: 'zone_hold',
        resourceId: zone.id,
        accountId: zone.accountId,
        zoneId: zone.id,
        before: holdResponse(before, now),
        after: holdResponse(after, now),
      });
      return after;
    });
  }
}
