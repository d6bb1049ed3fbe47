// Imported, because each use of the global `performance` calls a getter.
import { performance } from 'node:perf_hooks';

/** Milliseconds on a monotonic clock. Ticks of two processes cannot be compared. */
export const tick = (): number => performance.now();

/** How long a change of the system clock may go unnoticed. */
const CLOCK_MS = 100;
let distance = 0;
let isKnownUntil = Number.NEGATIVE_INFINITY;

/** Converts a tick to milliseconds since the epoch. Reading two clocks per request would be slow, so their difference is cached. */
export function timeOf(tick: number): number {
  if (tick >= isKnownUntil) {
    distance = Date.now() - tick;
    isKnownUntil = tick + CLOCK_MS;
  }
  return Math.floor(distance + tick);
}
