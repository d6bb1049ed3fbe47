import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadeSecrets } from '../../areas/platform/first-start.ts';

export const ADMIN_TOKEN_FILE = 'admin-token';
const ADMIN_KEY_FILE = 'admin-key';

/**
 * Keeps secrets that were just made in files that only their owner can read, so that they are on the disk
 * when it returns. What such files held belongs to a start that came to nothing, and goes.
 */
export async function keepSecrets(dataDir: string, made: MadeSecrets): Promise<void> {
  const files = [
    [ADMIN_TOKEN_FILE, made.token],
    [ADMIN_KEY_FILE, made.key],
  ] as const;
  for (const [name, secret] of files) {
    const file = join(dataDir, name);
    // The mode is that of a new file: one that is there already would keep its own.
    await rm(file, { force: true });
    if (secret === undefined) continue;
    await writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
  }
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
}
