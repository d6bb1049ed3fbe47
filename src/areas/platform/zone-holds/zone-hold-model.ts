/** Keeps other accounts from creating zones below a name. The name itself can be taken only once anyway. */
export interface ZoneHold {
  readonly includeSubdomains: boolean;
  /** Milliseconds since the epoch. The hold acts from this time on. */
  readonly holdAfter: number;
}

export function isHeld(hold: ZoneHold | undefined, now: number): boolean {
  return hold !== undefined && hold.holdAfter <= now;
}
