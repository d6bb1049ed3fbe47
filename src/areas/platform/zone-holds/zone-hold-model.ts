/** Keeps other accounts from creating zones below a name. The name itself can be taken only once anyway. */
export interface ZoneHold {
  readonly includeSubdomains: boolean;
  /** Milliseconds since the epoch. The hold acts from this time on; null: it does not act. */
  readonly holdAfter: number | null;
}

export const noHold: ZoneHold = { includeSubdomains: false, holdAfter: null };

export function isHeld({ holdAfter }: ZoneHold, now: number): boolean {
  return holdAfter !== null && holdAfter <= now;
}
