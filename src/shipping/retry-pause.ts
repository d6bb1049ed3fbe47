import { type BackoffPolicy, backoffDelay } from '../kernel/backoff.ts';
import { DestinationError } from '../outbound/destinations/destination-error.ts';

const BACKOFF: BackoffPolicy = { firstMs: 1_000, maxMs: 300_000, factor: 2 };
/** A destination that asks for a longer wait is asked again after this. */
const MAX_WAIT_MS = 3_600_000;

/** How long to wait after a failed attempt; `attempt` counts from 1. The same for all destinations: they say what failed. */
export function retryPause(error: unknown, attempt: number, random: () => number): number {
  const pause = backoffDelay(BACKOFF, attempt, random);
  if (!(error instanceof DestinationError)) return pause;
  const { retryAfterMs, isPermanent } = error;
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, pause), MAX_WAIT_MS);
  return isPermanent ? BACKOFF.maxMs : pause;
}
