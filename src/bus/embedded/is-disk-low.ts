import { statfsSync } from 'node:fs';

const RESERVED_BYTES = 2 ** 30;
const RESERVED_PART = 0.1;

/** Whether the free space is below the reserve for other programs: 1 GiB, or a tenth of a small disk. */
export function isDiskLow(folder: string): boolean {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return bavail * bsize < Math.min(RESERVED_BYTES, blocks * bsize * RESERVED_PART);
  } catch {
    // Not every file system reports its free space; a full disk is noticed anyway.
    return false;
  }
}
