/**
 * How far the clocks of nodes may differ. A time that is further ahead than anybody could have meant
 * was written before a clock was set back: it is not waited for.
 */
export const MAX_CLOCK_SKEW_MS = 15 * 60_000;
