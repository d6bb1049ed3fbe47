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
import { isDiskFull } from '../../kernel/disk-full.ts';
import type { ListenAddress } from '../settings/settings.ts';

/** What a node that serves says about itself in its data folder. */
export interface NodeFile {
  /** Of the primary. */
  readonly pid: number;
  /** The addresses on which the node listens. */
  readonly listen: readonly ListenAddress[];
  /** How often a successor of it could not be prepared. */
  readonly failedRestarts: number;
  /** It serves its last known configuration until its database is back, and cannot be restarted meanwhile. */
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

/** Needs no space on most file systems. What was longer before is blanks now, so that no reader finds a rest of it. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, text.padEnd(fstatSync(file).size), 0);
  } finally {
    closeSync(file);
  }
}

/** Undefined if there is none. */
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
