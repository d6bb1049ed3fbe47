import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openForReading, openForWriting } from './sqlite-file.ts';

const SCHEMA = `
  create table if not exists cursors (
    generation text primary key,
    last integer not null
  ) strict, without rowid;
`;

/** How far a consumer has acknowledged each writer's file, by that file's generation. */
export class CursorFile {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = openForWriting(file, SCHEMA);
  }

  load(): Map<string, number> {
    const rows = this.#database.prepare('select generation, last from cursors').all();
    return new Map(rows.map((row) => [String(row['generation']), Number(row['last'])]));
  }

  save(cursors: ReadonlyMap<string, number>): void {
    const upsert = this.#database.prepare('insert or replace into cursors values (?, ?)');
    inTransaction(this.#database, () => {
      for (const [generation, last] of cursors) upsert.run(generation, last);
    });
  }

  close(): void {
    this.#database.close();
  }
}

/** Read-only view of a consumer's file, for the writers. */
export class CursorReader {
  readonly #database: DatabaseSync;

  static open(file: string): CursorReader | undefined {
    return openForReading(file, 'cursors', (database) => new CursorReader(database));
  }

  private constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Number of the last acknowledged message; 0 before the first. */
  get(generation: string): number {
    const row = this.#database
      .prepare('select last from cursors where generation = ?')
      .get(generation);
    return Number(row?.['last'] ?? 0);
  }

  close(): void {
    this.#database.close();
  }
}
