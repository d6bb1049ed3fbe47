import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError } from '../../kernel/palisade-error.ts';
import { SettingError } from '../settings/setting.ts';
import { settingsTable } from '../settings/settings.ts';

/** Makes the data folder, for its owner only, and says plainly when that is not possible. */
export function ensureDataDir(dir: string): void {
  try {
    // One level at a time: mkdir's own recursion does not end below a folder that refuses, like /proc.
    for (const folder of missingFolders(dir)) mkdirSync(folder, { mode: 0o700 });
    if (!statSync(dir).isDirectory()) throw new Error('it is not a folder');
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const problem = `cannot use ${dir} as data folder: ${describeError(error)}`;
    throw new SettingError(settingsTable.dataDir.variable, problem);
  }
}

function missingFolders(dir: string): string[] {
  if (existsSync(dir)) return [];
  const parent = dirname(dir);
  return parent === dir ? [] : [...missingFolders(parent), dir];
}

/** Stores of leaked credentials. Edge processes read it, imports write to it. */
export const credentialsFolder = (dataDir: string): string => join(dataDir, 'credentials');
