import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import type { ListenAddress } from '../settings/settings.ts';

/** Content of `node.json` in the data folder, by which commands find the running node. */
export interface NodeFile {
  /** Process id of the primary. */
  readonly pid: number;
  /** The addresses on which the node listens. */
  readonly listen: readonly ListenAddress[];
  /** How many restarts of this primary have failed. */
  readonly failedRestarts: number;
  /**
   * True while the node serves its last known configuration because the database is unavailable. It cannot be restarted
   * then.
   */
  readonly waitsForDatabase: boolean;
}

const pathOf = (dataDir: string): string => join(dataDir, 'node.json');

export function writeNodeFile(dataDir: string, file: NodeFile): void {
  const path = pathOf(dataDir);
  const text = `${JSON.stringify(file)}\n`;
  try {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    if (!isDiskFull(error) || !existsSync(path)) throw error;
    overwrite(path, text);
  }
}

/** Overwriting in place needs no free space on most file systems. Blanks cover the rest of a longer old text. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, text.padEnd(fstatSync(file).size), 0);
  } finally {
    closeSync(file);
  }
}

/** Undefined if the file does not exist. */
export function readNodeFile(dataDir: string): NodeFile | undefined {
  try {
    return JSON.parse(readFileSync(pathOf(dataDir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function removeNodeFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true });
}
