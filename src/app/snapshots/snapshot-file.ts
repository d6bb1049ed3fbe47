import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { PoolSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../../contracts/snapshot/zone-snapshot.ts';
import { moveAside } from '../../kernel/damaged-database.ts';
import { isDamage } from '../../kernel/sqlite-errors.ts';

/** Raised whenever what is in the file could not be understood by an older version, or the reverse. */
const FORMAT = 1;

export interface OpenedSnapshotFile {
  readonly file: SnapshotFile;
  readonly lastGood: SnapshotUpdate | undefined;
}

/** It is a copy of what the database has: one that cannot be read is put aside, and a new one begun. */
export function openSnapshotFile(
  path: string,
  onDamaged: (error: unknown) => void,
): OpenedSnapshotFile {
  try {
    return readSnapshotFile(path);
  } catch (error) {
    // SQLite does not check the texts that it keeps.
    if (!isDamage(error) && !(error instanceof SyntaxError)) throw error;
    onDamaged(error);
    moveAside(path);
    return readSnapshotFile(path);
  }
}

function readSnapshotFile(path: string): OpenedSnapshotFile {
  const file = new SnapshotFile(path);
  try {
    return { file, lastGood: file.load() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * The last good state of the edge on this node's disk, so that it serves after a restart even while
 * the database is away. Each change writes only the zones and pools it touches.
 */
export class SnapshotFile {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    // For its owner only: it says where origins are.
    closeSync(openSync(path, 'a', 0o600));
    this.#database = new DatabaseSync(path);
    try {
      this.#prepare();
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  load(): SnapshotUpdate | undefined {
    const head = this.#database.prepare('select revision from head').get() as
      | { revision: number }
      | undefined;
    if (!head) return undefined;
    return {
      revision: head.revision,
      complete: true,
      zones: this.#readAll<ZoneSnapshot>('zones'),
      removedZoneIds: [],
      pools: this.#readAll<PoolSnapshot>('pools'),
      removedPoolIds: [],
    };
  }

  save(update: SnapshotUpdate): void {
    this.#database.exec('begin immediate');
    try {
      if (update.complete) this.#database.exec('delete from zones; delete from pools');
      this.#write('zones', update.removedZoneIds, update.zones, ({ zoneId }) => zoneId);
      this.#write('pools', update.removedPoolIds, update.pools, ({ id }) => id);
      this.#database.exec('delete from head');
      this.#database.prepare('insert into head values (?)').run(update.revision);
      this.#database.exec('commit');
    } catch (error) {
      // After some failures, as of a full disk, SQLite has done it already.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  #readAll<T>(table: 'zones' | 'pools'): T[] {
    const rows = this.#database.prepare(`select body from ${table}`).all();
    return rows.map((row) => JSON.parse((row as { body: string }).body) as T);
  }

  #write<T>(
    table: 'zones' | 'pools',
    removed: readonly string[],
    changed: readonly T[],
    idOf: (item: T) => string,
  ): void {
    const remove = this.#database.prepare(`delete from ${table} where id = ?`);
    for (const id of removed) remove.run(id);
    const put = this.#database.prepare(`insert or replace into ${table} values (?, ?)`);
    for (const item of changed) put.run(idOf(item), JSON.stringify(item));
  }

  #prepare(): void {
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    const found = this.#database.prepare('pragma user_version').get() as { user_version: number };
    if (found.user_version !== FORMAT) this.#recreate();
  }

  #recreate(): void {
    this.#database.exec(`
      drop table if exists head; drop table if exists zones; drop table if exists pools;
      create table head (revision integer not null) strict;
      create table zones (id text primary key, body text not null) strict;
      create table pools (id text primary key, body text not null) strict;
      pragma user_version = ${FORMAT};
    `);
  }
}
