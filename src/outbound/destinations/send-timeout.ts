/** Connecting, and what a receiver needs to store a batch. */
const BASE_MS = 30_000;

/** A receiver that is slower than this would hold a batch, and with it its job, too long. */
const MIN_BYTES_PER_SECOND = 64 * 1024;

/** How long one attempt to send this many bytes may take. */
export function sendTimeoutMs(bytes: number): number {
  return BASE_MS + Math.ceil((bytes / MIN_BYTES_PER_SECOND) * 1_000);
}
