import type { Clock } from '../kernel/clock.ts';
import { MAX_CLOCK_SKEW_MS } from './clock-skew.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';

/** The exclusive right to do something, for a limited time. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** A fencing token, higher than that of every earlier holder: a store can refuse writes of a former holder. */
  readonly epoch: number;
  readonly expiresAt: number;
}

/** Leases in the database: at most one holder per name among all processes that share it. */
export class LeaseStore {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Takes a free or expired lease, or extends one that `holder` has; undefined if another holder has it. */
  async acquire(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    const now = this.#clock.now();
    const expiresAt = now + ttlMs;
    const row = await this.#database.transaction((tx) =>
      tx
        .insertInto('leases')
        .values({ name, holder, expires_at: expiresAt, epoch: 1 })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((eb) => ({
              holder,
              expires_at: expiresAt,
              epoch: eb
                .case()
                .when('leases.holder', '=', holder)
                .then(eb.ref('leases.epoch'))
                .else(eb('leases.epoch', '+', 1))
                .end(),
            }))
            .where((eb) =>
              eb.or([
                eb('leases.holder', '=', holder),
                eb('leases.expires_at', '<=', now),
                eb('leases.expires_at', '>', expiresAt + MAX_CLOCK_SKEW_MS),
              ]),
            ),
        )
        .returning('epoch')
        .executeTakeFirst(),
    );
    return row && { name, holder, epoch: row.epoch, expiresAt };
  }

  /** Releases a lease before it expires. The row stays, so that epochs keep growing. */
  async release(lease: Lease): Promise<void> {
    await this.#database.transaction((tx) =>
      tx
        .updateTable('leases')
        .set({ expires_at: 0, holder: '' })
        .where('name', '=', lease.name)
        .where('holder', '=', lease.holder)
        .execute(),
    );
  }
}
