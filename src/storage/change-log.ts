import type { Transaction } from 'kysely';
import type { ApiCall } from '../contracts/actor.ts';
import type { Change, ChangeEvent } from '../contracts/change.ts';
import type { Clock } from '../kernel/clock.ts';
import { newHexId } from '../kernel/hex-id.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

/** Tag of transactions that have written to the outbox, which the change feed reads; see `Database.wrote`. */
export const OUTBOX = 'outbox';

/**
 * Writes the audit entry and the outbox event of a change into the transaction that makes the change:
 * they exist if and only if the change does. Call it last, because on PostgreSQL it serialises writers until
 * they commit.
 */
export class ChangeLog {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async append<Tables extends CoreTables>(tx: Transaction<Tables>, change: Change): Promise<void> {
    const core = tx as unknown as Transaction<CoreTables>;
    await this.#serialise(tx);
    await core
      .insertInto('audit_entries')
      .values({
        ...this.#common(change),
        id: newHexId(),
        actor_type: change.actor.type,
        actor_id: change.actor.id,
        actor_email: change.actor.email,
        actor_ip: change.actor.ip,
        ...callColumns(change.actor.call),
        before: toJson(change.before),
        after: toJson(change.after),
      })
      .execute();
    await this.#write(core, change);
  }

  /** Writes only the outbox event, for changes that the system has observed and no actor made. Call it last, too. */
  async announce<Tables extends CoreTables>(
    tx: Transaction<Tables>,
    event: Omit<ChangeEvent, 'seq'>,
  ): Promise<void> {
    const core = tx as unknown as Transaction<CoreTables>;
    await this.#serialise(tx);
    await this.#write(core, event);
  }

  async #write(core: Transaction<CoreTables>, event: Omit<ChangeEvent, 'seq'>): Promise<void> {
    await core.insertInto('outbox').values(this.#common(event)).execute();
    this.#database.wrote(core, OUTBOX);
    await this.#database.dialect.announce(core as Transaction<unknown>);
  }

  /**
   * Numbers of entries and events must follow the order of commits, so that a reader that has seen number n never misses a
   * smaller number that commits later.
   */
  async #serialise<Tables extends CoreTables>(tx: Transaction<Tables>): Promise<void> {
    await this.#database.lock(tx, OUTBOX);
  }

  #common(event: Omit<ChangeEvent, 'seq'>) {
    return {
      action: event.action,
      resource: event.resource,
      resource_id: event.resourceId,
      account_id: event.accountId,
      zone_id: event.zoneId,
      created_at: this.#clock.now(),
    };
  }
}

function callColumns(call: ApiCall | undefined) {
  return {
    call_id: call?.requestId ?? null,
    call_method: call?.method ?? null,
    call_path: call?.path ?? null,
    call_status: call?.status ?? null,
  };
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
