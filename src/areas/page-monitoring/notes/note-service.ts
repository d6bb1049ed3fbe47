import type { Actor } from '../../../contracts/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PageMonitoringDatabase, Tx } from '../page-monitoring-tables.ts';
import { changedNote, type ItemNote, type NoteChange } from './note-model.ts';
import { noteResponse } from './note-schema.ts';
import { noteStore } from './note-store.ts';

export interface NoteServiceOptions {
  readonly database: PageMonitoringDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

/** Notes on items. Every change is in the audit log. */
export class NoteService {
  readonly #options: NoteServiceOptions;

  constructor(options: NoteServiceOptions) {
    this.#options = options;
  }

  async find(zone: ZoneScope, itemId: string): Promise<ItemNote | undefined> {
    return await noteStore.find(this.#options.database.read, zone.id, itemId);
  }

  async ofZone(zoneId: string): Promise<Map<string, ItemNote>> {
    return await noteStore.ofZone(this.#options.database.read, zoneId);
  }

  /** Ids of rejected items. */
  async rejected(zoneId: string): Promise<Set<string>> {
    const notes = [...(await this.ofZone(zoneId)).values()];
    return new Set(
      notes.filter(({ decision }) => decision === 'rejected').map(({ itemId }) => itemId),
    );
  }

  async change(
    actor: Actor,
    zone: ZoneScope,
    itemId: string,
    change: NoteChange,
    hash: string | undefined,
  ): Promise<ItemNote> {
    const { clock } = this.#options;
    return await this.#transact(zone, async (tx) => {
      const before = await noteStore.find(tx, zone.id, itemId);
      const key = { itemId, zoneId: zone.id };
      const by = actor.email ?? actor.id;
      const after = changedNote(before, key, change, by, clock.now(), hash);
      await noteStore.save(tx, after);
      await this.#announce(tx, actor, zone, before, after);
      return after;
    });
  }

  async delete(actor: Actor, zone: ZoneScope, itemId: string): Promise<void> {
    await this.#transact(zone, async (tx) => {
      const before = await noteStore.find(tx, zone.id, itemId);
      if (!before) return;
      await noteStore.delete(tx, itemId);
      await this.#announce(tx, actor, zone, before, undefined);
    });
  }

  async #announce(
    tx: Tx,
    actor: Actor,
    zone: ZoneScope,
    before: ItemNote | undefined,
    after: ItemNote | undefined,
  ): Promise<void> {
    await this.#options.changes.append(tx, {
      actor,
      action: before ? (after ? 'update' : 'delete') : 'create',
      resource: 'page_note',
      resourceId: (after ?? before)?.itemId ?? '',
      accountId: zone.accountId,
      zoneId: zone.id,
      before: before && noteResponse(before, { hash: before.decidedHash }),
      after: after && noteResponse(after, { hash: after.decidedHash }),
    });
  }

  async #transact<T>(zone: ZoneScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const lock = `page notes ${zone.id}`;
    const write = { scope: zone, lock, capability: 'page-monitoring:write' } as const;
    return await scopedTransaction(this.#options.database, write, work);
  }
}
