import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ListenAddress } from '../settings/settings.ts';

/** What a node that serves says about itself in its data folder. */
export interface NodeFile {
  /** Of the primary. */
  readonly pid: number;
  /** The addresses on which the node listens. */
  readonly listen: readonly ListenAddress[];
  /** How often a successor of it could not be prepared. */
  readonly failedRestarts: number;
}

const pathOf = (dataDir: string): string => join(dataDir, 'node.json');

export function writeNodeFile(dataDir: string, file: NodeFile): void {
  const path = pathOf(dataDir);
  writeFileSync(`${path}.new`, `${JSON.stringify(file)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
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
