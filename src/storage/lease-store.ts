import type { Clock } from '../kernel/clock.ts';
import type { CoreTables, LeaseTable } from './core-tables.ts';
import type { Database } from './database.ts';

/** The exclusive right to do something, for a limited time. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** A fencing token, higher than that of every earlier holder: a store can refuse writes of a former holder. */
  readonly epoch: number;
}

/** A row of another holder, and the tick at which this version of it was first read. */
interface Observation {
  readonly row: LeaseTable;
  readonly since: number;
}

/**
 * Leases in the database: at most one holder per name among all processes that share it. A lease has expired
 * when this process has observed an unchanged row for the duration of the lease. So clocks of two nodes are never
 * compared, and changes of the system time have no effect.
 */
export class LeaseStore {
  readonly #database: Database<CoreTables>;
  readonly #clock: Clock;
  readonly #observed = new Map<string, Observation>();

  constructor(database: Database<CoreTables>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Takes leases that are free or expired, and extends those of `holder`. Returns the leases that it holds now. */
  async acquire(names: readonly string[], holder: string, ttlMs: number): Promise<Lease[]> {
    if (names.length === 0) return [];
    const stored = await this.#database.read
      .selectFrom('leases')
      .selectAll()
      .where('name', 'in', names)
      .execute();
    const rows = new Map(stored.map((row) => [row.name, row]));
    const free = names.filter((name) => this.#isFree(rows.get(name), holder, ttlMs)).sort();
    if (free.length === 0) return [];
    const wanted = free.map((name) => this.#extended(name, rows.get(name), holder, ttlMs));
    return this.#write(
      wanted,
      stored.filter(({ name }) => free.includes(name)),
    );
  }

  /** Releases leases before they expire. The rows stay, so that epochs keep growing. */
  async release(leases: readonly Lease[]): Promise<void> {
    for (const { name, holder } of leases) {
      await this.#database.transaction((tx) =>
        tx
          .updateTable('leases')
          .set({ holder: '' })
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute(),
      );
    }
  }

  /** Releases all leases of a process that is gone. */
  async releaseAll(holder: string): Promise<void> {
    await this.#database.transaction((tx) =>
      tx.updateTable('leases').set({ holder: '' }).where('holder', '=', holder).execute(),
    );
  }

  #isFree(row: LeaseTable | undefined, holder: string, ttlMs: number): boolean {
    if (!row || row.holder === holder || row.holder === '') return true;
    const known = this.#observed.get(row.name);
    const now = this.#clock.tick();
    if (known && isSame(known.row, row)) return now - known.since >= ttlMs;
    this.#observed.set(row.name, { row, since: now });
    return false;
  }

  /** `expires_at` differs in every version of a row, so that other processes detect the extension. */
  #extended(name: string, row: LeaseTable | undefined, holder: string, ttlMs: number): LeaseTable {
    const expiresAt = this.#clock.now() + ttlMs;
    if (!row) return { name, holder, expires_at: expiresAt, epoch: 1 };
    return {
      name,
      holder,
      expires_at: Math.max(expiresAt, row.expires_at + 1),
      epoch: row.holder === holder ? row.epoch : row.epoch + 1,
    };
  }

  /** Writes rows that are unchanged since they were read (compare and swap); returns those that were written. */
  async #write(wanted: readonly LeaseTable[], read: readonly LeaseTable[]): Promise<Lease[]> {
    const rows = await this.#database.transaction((tx) =>
      tx
        .insertInto('leases')
        .values(wanted)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((eb) => ({
              holder: eb.ref('excluded.holder'),
              expires_at: eb.ref('excluded.expires_at'),
              epoch: eb.ref('excluded.epoch'),
            }))
            .where((eb) =>
              eb.or(
                read.map((row) =>
                  eb.and([
                    eb('leases.name', '=', row.name),
                    eb('leases.holder', '=', row.holder),
                    eb('leases.expires_at', '=', row.expires_at),
                    eb('leases.epoch', '=', row.epoch),
                  ]),
                ),
              ),
            ),
        )
        .returning(['name', 'holder', 'epoch'])
        .execute(),
    );
    return rows.map(({ name, holder, epoch }) => ({ name, holder, epoch }));
  }
}

function isSame(a: LeaseTable, b: LeaseTable): boolean {
  return a.holder === b.holder && a.epoch === b.epoch && a.expires_at === b.expires_at;
}
