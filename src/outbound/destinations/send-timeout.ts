/** For connecting, and for the receiver to store the batch. */
const BASE_MS = 30_000;

/** The slowest accepted receiver: a slower one would hold up its job. */
const MIN_BYTES_PER_SECOND = 64 * 1024;

/** Time limit of one attempt to send this many bytes. */
export function sendTimeoutMs(bytes: number): number {
  return BASE_MS + Math.ceil((bytes / MIN_BYTES_PER_SECOND) * 1_000);
}
