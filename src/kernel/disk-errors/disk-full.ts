/** The code of our own errors that report a full disk without a `cause`. */
export const DISK_FULL = 'disk_full';

/** Error codes of the file system (full disk, exceeded quota), of PostgreSQL, and our own. */
const codes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100', DISK_FULL]);
/** SQLite result codes: `SQLITE_FULL`, and `SQLITE_IOERR_SHMSIZE` when there is no space for the index of the WAL. */
const resultCodes = new Set<unknown>([13, 4874]);
const DEEPEST_CAUSE = 5;

/**
 * Writers pass their errors to it. If the disk is full, it returns true and logs that once for the whole node, so that the
 * writer does not log the error. Commands without a node use `isDiskFull` instead.
 */
export type DiskFullReport = (error: unknown) => boolean;

/** Whether an error, or what caused it, says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  let each = error as { code?: unknown; errcode?: unknown; cause?: unknown } | null | undefined;
  for (let depth = 0; typeof each === 'object' && each && depth < DEEPEST_CAUSE; depth++) {
    if (codes.has(each.code) || resultCodes.has(each.errcode)) return true;
    each = each.cause as typeof each;
  }
  return false;
}
