import type { Steps } from '../../src/kernel/time-slices.ts';

/** Runs all steps without pauses. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
