import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { ImportFormat } from './import-format.ts';

/** The progress of an import, with everything needed to continue it. Contains no credential. */
export interface ImportState {
  readonly version: 1;
  /** The lists and their formats. A continued import must have the same task. */
  readonly task: {
    readonly keyId: string;
    readonly runEntries: number;
    readonly inputs: readonly { readonly id: string; readonly format: ImportFormat }[];
  };
  /** The number of entries of each finished run. */
  readonly runs: readonly number[];
  /** Where the next run begins: the index of the input, and a position in it. After the last input if all is read. */
  readonly input: number;
  readonly position: number;
  readonly lines: number;
  readonly malformed: number;
}

const STATE_FILE = 'state.json';
const LOCK_FILE = 'lock';

export const workFolderOf = (folder: string, name: string): string =>
  join(folder, `.import-${name}`);

/** The work folder of one import: finished runs and the state. */
export class ImportWork {
  readonly #folder: string;

  /** Throws if another process uses the folder. */
  constructor(folder: string, name: string) {
    this.#folder = workFolderOf(folder, name);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#lock(name);
  }

  get draft(): string {
    return join(this.#folder, 'store');
  }

  runPath(number: number): string {
    return join(this.#folder, `run-${String(number).padStart(6, '0')}`);
  }

  /** The state of an interrupted import; undefined if there is none. */
  load(): ImportState | undefined {
    try {
      const state = JSON.parse(readFileSync(join(this.#folder, STATE_FILE), 'utf8'));
      return state.version === 1 ? (state as ImportState) : undefined;
    } catch (error) {
      // The file is written atomically, so invalid JSON is not ours; starting over costs only time.
      if (error instanceof SyntaxError) return undefined;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  save(state: ImportState): void {
    const path = join(this.#folder, STATE_FILE);
    writeFileSync(`${path}.draft`, JSON.stringify(state), { mode: 0o600, flush: true });
    renameSync(`${path}.draft`, path);
  }

  forget(): void {
    rmSync(join(this.#folder, STATE_FILE), { force: true });
  }

  /** Releases the lock and keeps the files, so that the import can be continued. */
  release(): void {
    rmSync(join(this.#folder, LOCK_FILE), { force: true });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #lock(name: string, isSecondTry = false): void {
    const path = join(this.#folder, LOCK_FILE);
    if (linkOwner(path)) return;
    const owner = Number(readFileSync(path, 'utf8'));
    if (isSecondTry || isRunning(owner)) {
      const problem = `process ${owner} is already importing ${name}; if that process is not an import, delete ${path}`;
      throw new PalisadeError('import_running', problem);
    }
    rmSync(path, { force: true });
    this.#lock(name, true);
  }
}

/**
 * Creates the lock; false if it exists. The link creates it atomically with the owner in it: an empty file would look
 * like the lock of a killed import.
 */
function linkOwner(path: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, String(process.pid), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A killed import leaves its lock behind, so the process may have ended. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
