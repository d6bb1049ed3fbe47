import type { ChangeFeed } from '../../storage/change-feed.ts';
import type { Part } from './lifecycle.ts';

/** A part that retries work with growing pauses while the database is unavailable. */
export interface RetryingPart extends Part {
  /** Ends these pauses. */
  retryNow(): void;
}

/** Continues all waiting work as soon as the database responds again, instead of up to half a minute later. */
export function resumeOnReturn(feed: ChangeFeed, parts: readonly RetryingPart[]): void {
  feed.onReturn(() => {
    for (const part of parts) part.retryNow();
  });
}
