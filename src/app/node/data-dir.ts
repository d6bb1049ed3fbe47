import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeError } from '../../kernel/palisade-error.ts';
import { SettingError } from '../settings/setting.ts';
import { settingsTable } from '../settings/settings.ts';

/** Creates the data folder, accessible to its owner only. Throws an error with the reason if that fails. */
export function ensureDataDir(dir: string): void {
  try {
    // One level at a time: the recursive mkdir does not return inside a folder such as /proc that refuses it.
    for (const folder of missingFolders(dir)) mkdirSync(folder, { mode: 0o700 });
    if (!statSync(dir).isDirectory()) throw new Error('it is not a folder');
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dir, error);
  }
}

/** Throws an error with the reason if the folder exists and cannot be used. */
export function assertUsable(dir: string): void {
  try {
    if (!statSync(dir, { throwIfNoEntry: false })) return;
  } catch (error) {
    throw unusable(dir, error);
  }
  ensureDataDir(dir);
}

/** Throws an error with the reason if the folder cannot be used or created. Creates nothing. */
export function checkDataDir(dir: string): void {
  const [first] = missingFolders(dir);
  if (first === undefined) {
    ensureDataDir(dir);
    return;
  }
  try {
    accessSync(dirname(first), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dir, error);
  }
}

function missingFolders(dir: string): string[] {
  if (existsSync(dir)) return [];
  const parent = dirname(dir);
  return parent === dir ? [] : [...missingFolders(parent), dir];
}

function unusable(dir: string, error: unknown): SettingError {
  const problem = `cannot use ${dir} as data folder: ${describeError(error)}${ownerHint(dir)}`;
  return new SettingError(settingsTable.dataDir.variable, problem);
}

/** The folder is accessible to its owner only, so other users have to act as that one. */
function ownerHint(dir: string): string {
  const owner = ownerOf(dir);
  const self = process.getuid?.();
  if (self === undefined || owner === self) return '';
  return `. It belongs to the user with the id ${owner}, and this is the one with ${self}: put sudo -u '#${owner}' before the command, or set PALISADE_DATA_DIR to another folder`;
}

/** The owner of the folder, or of the nearest one above that this process may see. */
function ownerOf(dir: string): number {
  try {
    return statSync(dir).uid;
  } catch (error) {
    const parent = dirname(dir);
    if (parent === dir) throw error;
    return ownerOf(parent);
  }
}

/** The folder of the node's bus. */
export const busFolder = (dataDir: string): string => join(dataDir, 'bus');

/** The folder of the stores of leaked credentials. Imports write to it, edge processes read it. */
export const credentialsFolder = (dataDir: string): string => join(dataDir, 'credentials');

/** File with the releases of libraries that `palisade script learn` adds. */
export const learnedLibrariesFile = (dataDir: string): string =>
  join(dataDir, 'script-libraries.txt');

/** Where the shipping process keeps positions and ledgers of jobs. */
export const ledgerFile = (dataDir: string): string => join(dataDir, 'shipping.db');

/** File with the position up to which the access log is written. */
export const accessLogPosition = (dataDir: string): string => join(dataDir, 'access-log.json');
