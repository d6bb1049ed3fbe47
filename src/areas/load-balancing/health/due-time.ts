/** No round is planned further ahead. A later time was stored before the clock was set back. */
const MAX_AHEAD_MS = 2 * 3_600_000;

/** A round is due if its time is at most `by`, or later than `beyond`. */
export function dueBounds(now: number): { readonly by: number; readonly beyond: number } {
  return { by: now, beyond: now + MAX_AHEAD_MS };
}
