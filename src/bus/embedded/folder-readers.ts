import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isBusy, isDamage } from '../../kernel/disk-errors/sqlite-errors.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { BusErrorListener } from '../bus.ts';
import { readFailed } from '../bus-errors.ts';
import { listDatabases } from './bus-folder.ts';

interface Closable {
  close(): void;
}

interface OpenReader<Reader> {
  readonly reader: Reader;
  readonly inode: number;
}

interface FolderReadersOptions<Reader> {
  readonly folder: string;
  /** Undefined if the file cannot be read yet. */
  readonly open: (file: string, name: string) => Reader | undefined;
  readonly onError: BusErrorListener;
}

/**
 * Readers of all databases in a folder, which other processes add, remove and replace. A file that cannot be
 * read does not affect the others: it is reported once and tried again at the next read.
 */
export class FolderReaders<Reader extends Closable> {
  readonly #options: FolderReadersOptions<Reader>;
  readonly #open = new Map<string, OpenReader<Reader>>();
  readonly #reported = new Map<string, string>();

  constructor(options: FolderReadersOptions<Reader>) {
    this.#options = options;
  }

  /** The names of the files that exist now. */
  refresh(): string[] {
    const names = listDatabases(this.#options.folder);
    const present = new Set(names);
    for (const [name, { inode }] of this.#open) {
      if (!present.has(name) || inodeOf(this.#fileOf(name)) !== inode) this.#discard(name);
    }
    for (const name of this.#reported.keys()) if (!present.has(name)) this.#reported.delete(name);
    return names;
  }

  /** The result of `query`; undefined if the file cannot be read now. */
  read<Result>(name: string, query: (reader: Reader) => Result): Result | undefined {
    try {
      return this.query(name, query);
    } catch (error) {
      if (!isBusy(error)) this.#report(name, error);
      return undefined;
    }
  }

  /** Like `read`, but throws if the file may be readable later: it is locked, for example. */
  query<Result>(name: string, query: (reader: Reader) => Result): Result | undefined {
    try {
      const reader = this.#readerOf(name);
      if (!reader) return undefined;
      const result = query(reader);
      this.#reported.delete(name);
      return result;
    } catch (error) {
      this.#discard(name);
      if (!isDamage(error)) throw error;
      this.#report(name, error);
      return undefined;
    }
  }

  close(): void {
    for (const name of [...this.#open.keys()]) this.#discard(name);
  }

  #readerOf(name: string): Reader | undefined {
    const known = this.#open.get(name);
    if (known) return known.reader;
    const file = this.#fileOf(name);
    // Read before the file is opened: if it is replaced in between, the next refresh notices.
    const inode = inodeOf(file);
    if (inode === undefined) return undefined;
    const reader = this.#options.open(file, name);
    if (reader) this.#open.set(name, { reader, inode });
    return reader;
  }

  #discard(name: string): void {
    this.#open.get(name)?.reader.close();
    this.#open.delete(name);
  }

  #report(name: string, error: unknown): void {
    const text = describeError(error);
    if (this.#reported.get(name) === text) return;
    this.#reported.set(name, text);
    this.#options.onError(readFailed(this.#fileOf(name), error));
  }

  #fileOf(name: string): string {
    return join(this.#options.folder, `${name}.db`);
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
