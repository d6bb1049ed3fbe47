import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from './fingerprinter.ts';
import { CredentialStoreError } from './store-format.ts';

const KEY_FILE = 'key';

/** The key of all stores in a folder; undefined if nothing was imported yet. */
export function readFolderKey(folder: string): Buffer | undefined {
  const path = join(folder, KEY_FILE);
  try {
    const key = readFileSync(path);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  throw new CredentialStoreError(path, `a key has ${KEY_BYTES} bytes; restore it from a backup`);
}

/** Creates folder and key if they are missing. If two processes do this at the same time, both get the same key. */
export function ensureFolderKey(folder: string): Buffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readFolderKey(folder);
  if (known) return known;
  const draft = join(folder, `${KEY_FILE}.${process.pid}`);
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
  try {
    linkSync(draft, join(folder, KEY_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFolderKey(folder) ?? ensureFolderKey(folder);
}
