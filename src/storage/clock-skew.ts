/**
 * How far the clocks of nodes may differ. If a stored time is further in the future than any code would
 * set it, a clock was set back since it was written, and the time is treated as past.
 */
export const MAX_CLOCK_SKEW_MS = 15 * 60_000;
