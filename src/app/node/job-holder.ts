import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskFullReport, isDiskFull } from '../../kernel/disk-full.ts';

/** Under which name the primary of this data folder holds leases and claims. */
const FILE = 'job-holder';

/**
 * Calls `release` with the name that the former primary had, and stores that of this one. The data folder is locked, so the
 * former one is gone; if it was killed, what it held would otherwise be held until it expires.
 */
export async function replaceHolder(
  dataDir: string,
  holder: string,
  release: (former: string) => Promise<void>,
  reportDiskFull: DiskFullReport = isDiskFull,
): Promise<void> {
  const path = join(dataDir, FILE);
  const former = readHolder(path);
  try {
    if (former !== undefined) await release(former);
    writeFileSync(path, holder, { mode: 0o600 });
  } catch (error) {
    // Then it takes until leases and claims expire, now or at the next start.
    if (!reportDiskFull(error)) throw error;
  }
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
