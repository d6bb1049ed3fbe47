/** A destination gets at most this many messages in the window at once; further ones wait for a digest. */
export const PACE = { messages: 5, windowMs: 60_000 };

/** The task of a digest that is this late is a dead letter, so the next message opens a digest that takes its messages along. */
export const DIGEST_MAX_AGE_MS = 24 * 3_600_000;

/** Earlier messages to a destination. */
export interface PaceHistory {
  /** Number of messages in the last window, up to `PACE.messages`. */
  readonly recent: number;
  /** The latest digest. */
  readonly digest: { readonly dueAt: number; readonly isOpen: boolean } | undefined;
}

/** When a message is sent: at once, with the open digest, or with a new one. */
export type PaceDecision =
  | { readonly kind: 'at once' }
  | { readonly kind: 'joins' | 'opens'; readonly dueAt: number };

/** Digests follow each other without messages in between until a window has passed without any. */
export function pace({ recent, digest }: PaceHistory, now: number): PaceDecision {
  const isAbandoned = digest !== undefined && digest.dueAt < now - DIGEST_MAX_AGE_MS;
  if (digest?.isOpen && !isAbandoned) return { kind: 'joins', dueAt: digest.dueAt };
  const goesOn = digest !== undefined && digest.dueAt > now - PACE.windowMs;
  if (!digest?.isOpen && !goesOn && recent < PACE.messages) return { kind: 'at once' };
  return { kind: 'opens', dueAt: now + PACE.windowMs };
}

/** The history after a decision. */
export function afterDecision(history: PaceHistory, decision: PaceDecision): PaceHistory {
  return {
    recent: history.recent + 1,
    digest: decision.kind === 'at once' ? history.digest : { dueAt: decision.dueAt, isOpen: true },
  };
}
