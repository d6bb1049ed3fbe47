import type { Steps } from '../../src/kernel/time-slices.ts';

/** Does all of the work at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
