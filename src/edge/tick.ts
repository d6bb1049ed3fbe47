// The global variable of this name is looked up, and found by a function, each time.
import { performance } from 'node:perf_hooks';

/** Now, in milliseconds on a clock that is never set back. Ticks of two processes have nothing in common. */
export const tick = (): number => performance.now();

/** How late it may be noticed that the system's clock was set. */
const CLOCK_MS = 100;
let distance = 0;
let isKnownUntil = Number.NEGATIVE_INFINITY;

/** A tick in milliseconds since 1970. Two clocks for each request would be slow, so their distance is kept for a moment. */
export function timeOf(tick: number): number {
  if (tick >= isKnownUntil) {
    distance = Date.now() - tick;
    isKnownUntil = tick + CLOCK_MS;
  }
  return Math.floor(distance + tick);
}
