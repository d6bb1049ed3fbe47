import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiskFullReport, isDiskFull } from '../../kernel/disk-errors/disk-full.ts';

/** File with the name under which the primary of this data folder holds leases and claims, and reports about its edge. */
const FILE = 'job-holder';

/**
 * Calls `release` with the name of the previous primary, then stores the name of this one. The data folder is locked,
 * so the previous primary has ended. If it was killed, its leases and claims would otherwise block others until they
 * expire.
 */
export async function replaceHolder(
  dataDir: string,
  holder: string,
  release: (previous: string) => Promise<void>,
  reportDiskFull: DiskFullReport = isDiskFull,
): Promise<void> {
  const path = join(dataDir, FILE);
  const previous = readHolder(path);
  try {
    if (previous !== undefined) await release(previous);
    writeFileSync(path, holder, { mode: 0o600 });
  } catch (error) {
    // Without disk space, leases and claims of the previous primary (or of this one, at the next start) are only freed
    // when they expire.
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
