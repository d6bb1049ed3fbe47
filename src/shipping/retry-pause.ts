import { type BackoffPolicy, backoffDelay } from '../kernel/backoff.ts';
import { DestinationError } from '../outbound/destinations/destination-error.ts';

const BACKOFF: BackoffPolicy = { firstMs: 1_000, maxMs: 300_000, factor: 2 };
/** Upper limit of a `Retry-After` of the destination. */
const MAX_WAIT_MS = 3_600_000;

/**
 * The pause after a failed attempt; `attempt` counts from 1. The policy is the same for all destinations: these only
 * classify their errors.
 */
export function retryPause(error: unknown, attempt: number, random: () => number): number {
  const pause = backoffDelay(BACKOFF, attempt, random);
  if (!(error instanceof DestinationError)) return pause;
  const { retryAfterMs, isPermanent } = error;
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, pause), MAX_WAIT_MS);
  return isPermanent ? BACKOFF.maxMs : pause;
}
