/** Exponential backoff with full jitter: spreads retries so that many clients do not come back at once. */
export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
  readonly factor: number;
}

/** The wait before attempt `attempt + 1`; `attempt` counts from 1. `random` is in [0, 1). */
export function backoffDelay(
  policy: BackoffPolicy,
  attempt: number,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(policy.maxMs, policy.firstMs * policy.factor ** (attempt - 1));
  return Math.ceil(ceiling / 2 + (ceiling / 2) * random());
}
