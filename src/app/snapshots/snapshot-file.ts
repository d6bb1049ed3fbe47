import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  byKind,
  idOf,
  type SnapshotItems,
  type SnapshotKind,
  snapshotKinds,
} from '../../contracts/snapshot/snapshot-kinds.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import { moveAside } from '../../kernel/disk-errors/damaged-database.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { isDamage } from '../../kernel/disk-errors/sqlite-errors.ts';

/** Increase it whenever older and newer versions cannot read each other's files, also when a kind of item is added. */
const FORMAT = 5;

type Locking = 'normal' | 'exclusive';

export interface OpenedSnapshotFile {
  readonly file: SnapshotFile;
  readonly lastGood: SnapshotUpdate | undefined;
}

export interface SnapshotFileTelemetry {
  damaged(error: unknown): void;
  /** `format` is that of the file. */
  otherFormat(format: number): void;
}

class OtherFormat extends Error {
  readonly format: number;

  constructor(format: number) {
    super(`the file has format ${format}, not ${FORMAT}`);
    this.format = format;
  }
}

/**
 * The file is a cache of the database. One that cannot be read is renamed, and an empty one is created. State in
 * another format is never served, because zones could lose their rules.
 */
export function openSnapshotFile(
  path: string,
  telemetry: SnapshotFileTelemetry,
): OpenedSnapshotFile {
  try {
    return readSnapshotFile(path);
  } catch (error) {
    // With an exclusive lock SQLite needs no shared-memory file, and so no disk space.
    if (isDiskFull(error)) return readSnapshotFile(path, 'exclusive');
    if (error instanceof OtherFormat) {
      telemetry.otherFormat(error.format);
      moveAside(path, `.format-${error.format}`);
      return readSnapshotFile(path);
    }
    // SQLite does not detect damaged text values, but `JSON.parse` does.
    if (!isDamage(error) && !(error instanceof SyntaxError)) throw error;
    telemetry.damaged(error);
    moveAside(path);
    return readSnapshotFile(path);
  }
}

function readSnapshotFile(path: string, locking?: Locking): OpenedSnapshotFile {
  const file = new SnapshotFile(path, locking);
  try {
    return { file, lastGood: file.load() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * The last good state of the edge on this node's disk, so that it serves after a restart even while the database is
 * unavailable. Each update writes only changed items.
 */
export class SnapshotFile {
  readonly #database: DatabaseSync;

  constructor(path: string, locking: Locking = 'normal') {
    // Readable by its owner only, because it contains the addresses of origins.
    closeSync(openSync(path, 'a', 0o600));
    this.#database = new DatabaseSync(path);
    try {
      this.#database.exec(`pragma locking_mode = ${locking}`);
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
    const items = byKind(snapshotKinds, (): unknown[] => []);
    for (const row of this.#database.prepare('select kind, body from items').iterate()) {
      const { kind, body } = row as { kind: SnapshotKind; body: string };
      items[kind].push(JSON.parse(body));
    }
    // Each was written by `save` under its kind.
    const saved = items as unknown as SnapshotItems;
    return { revision: head.revision, complete: true, ...saved, removed: {} };
  }

  save(update: SnapshotUpdate): void {
    this.#database.exec('begin immediate');
    try {
      if (update.complete) this.#database.exec('delete from items');
      const remove = this.#database.prepare('delete from items where kind = ? and id = ?');
      const put = this.#database.prepare('insert or replace into items values (?, ?, ?)');
      for (const kind of snapshotKinds) {
        for (const id of update.removed[kind] ?? []) remove.run(kind, id);
        for (const item of update[kind]) put.run(kind, idOf(kind, item), JSON.stringify(item));
      }
      this.#database.exec('delete from head');
      this.#database.prepare('insert into head values (?)').run(update.revision);
      this.#database.exec('commit');
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepare(): void {
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal');
    const found = this.#database.prepare('pragma user_version').get() as { user_version: number };
    const { user_version: format } = found;
    if (format === 0) this.#create();
    else if (format !== FORMAT) throw new OtherFormat(format);
  }

  #create(): void {
    this.#database.exec(`
      begin immediate;
      create table head (revision integer not null) strict;
      create table items (kind text, id text, body text not null, primary key (kind, id)) strict;
      pragma user_version = ${FORMAT};
      commit;
    `);
  }
}
