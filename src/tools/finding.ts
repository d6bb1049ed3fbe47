/** The result of one check. `advice` is the remedy for a problem. */
export interface Finding {
  readonly state: 'ok' | 'skipped' | 'warning' | 'error';
  readonly check: string;
  readonly detail: string;
  readonly advice?: string;
}

export type Outcome = Omit<Finding, 'check'>;

export const ok = (detail: string): Outcome => ({ state: 'ok', detail });
export const skipped = (detail: string): Outcome => ({ state: 'skipped', detail });
export const warning = (detail: string, advice: string): Outcome => ({
  state: 'warning',
  detail,
  advice,
});
export const failure = (detail: string, advice: string): Outcome => ({
  state: 'error',
  detail,
  advice,
});
