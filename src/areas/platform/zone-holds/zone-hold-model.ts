/** Prevents other accounts from creating zones below a name. The name itself is unique anyway. */
export interface ZoneHold {
  readonly includeSubdomains: boolean;
  /** Milliseconds since the epoch. The hold is in force from this time on; null: there is no hold. */
  readonly holdAfter: number | null;
}

export const noHold: ZoneHold = { includeSubdomains: false, holdAfter: null };

export function isHeld({ holdAfter }: ZoneHold, now: number): boolean {
  return holdAfter !== null && holdAfter <= now;
}
