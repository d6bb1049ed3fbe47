import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { ImportFormat } from './import-format.ts';

/** How far an import has come; all that is needed to go on. Holds no credential. */
export interface ImportState {
  readonly version: 1;
  /** What is imported, and how it is read. A continued import must be about the same. */
  readonly task: {
    readonly keyId: string;
    readonly runEntries: number;
    readonly inputs: readonly { readonly id: string; readonly format: ImportFormat }[];
  };
  /** Entries of each finished run. */
  readonly runs: readonly number[];
  /** Where the next run begins. Behind the last input when all runs are finished. */
  readonly input: number;
  readonly position: number;
  readonly lines: number;
  readonly malformed: number;
}

const STATE_FILE = 'state.json';
const LOCK_FILE = 'lock';

export const workFolderOf = (folder: string, name: string): string =>
  join(folder, `.import-${name}`);

/** The folder of one import: finished runs, and the state that says so. */
export class ImportWork {
  readonly #folder: string;

  /** Throws when another process works in it. */
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

  /** What an interrupted import left; undefined when there is nothing to continue. */
  load(): ImportState | undefined {
    try {
      const state = JSON.parse(readFileSync(join(this.#folder, STATE_FILE), 'utf8'));
      return state.version === 1 ? (state as ImportState) : undefined;
    } catch (error) {
      // Written as a whole: what is no JSON is not ours, and there is nothing to lose but time.
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

  /** Leaves everything for a later import of the same. */
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
      const problem = `process ${owner} imports ${name} already; if that is no import, delete ${path}`;
      throw new PalisadeError('import_running', problem);
    }
    rmSync(path, { force: true });
    this.#lock(name, true);
  }
}

/** False when there is a lock. It appears with its owner in it: an empty one would look like one left behind. */
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

/** A killed import leaves its lock behind. */
function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
