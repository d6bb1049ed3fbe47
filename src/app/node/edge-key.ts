import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';

/**
 * The root key of the installation, from which all other keys are derived. Without the setting, it is created once,
 * in a file that only the owner of the data folder can read.
 */
export function edgeKey(settings: Pick<Settings, 'dataDir' | 'edgeKey'>): string {
  if (settings.edgeKey !== undefined) return settings.edgeKey;
  const file = join(settings.dataDir, 'edge-key');
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
