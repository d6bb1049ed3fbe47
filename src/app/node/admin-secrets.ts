import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeSecrets } from '../../areas/platform/first-start.ts';

export const ADMIN_TOKEN_FILE = 'admin-token';
const ADMIN_KEY_FILE = 'admin-key';

/**
 * Stores newly created secrets in files that only their owner can read. They are on the disk when this
 * resolves. Files that exist already belong to a start that failed, and are replaced or deleted.
 */
export async function keepSecrets(dataDir: string, secrets: MadeSecrets): Promise<void> {
  const files = [
    [ADMIN_TOKEN_FILE, secrets.token],
    [ADMIN_KEY_FILE, secrets.key],
  ] as const;
  for (const [name, secret] of files) {
    const file = join(dataDir, name);
    // Deleted first, because an existing file would keep its mode.
    await rm(file, { force: true });
    if (secret === undefined) continue;
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
}
