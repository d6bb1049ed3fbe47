import { type Plan, planIncludes, tierOf } from '../../catalogs/plans.ts';

/**
 * `default`: the plan of the zone has no previous managed rules. `start`: the zone has taken no step. `validation`: the new
 * rules run before the previous ones. `pending`: the new rules are stored, and the previous ones end as soon as every edge
 * process runs the new ones. `complete`: the previous ones have ended for good.
 */
export const migrationStates = ['default', 'start', 'validation', 'pending', 'complete'] as const;

export type MigrationState = (typeof migrationStates)[number];

/** A step that a client requests: both firewalls side by side, or the end of the previous one. */
export type MigrationStep = 'validation' | 'pending';

/** The values of the query parameter `waf_migration`. */
export const stepsByParameter: Readonly<Record<string, MigrationStep>> = {
  pending: 'pending',
  1: 'pending',
  validation: 'validation',
  2: 'validation',
};

/** Why a step is refused: 403 for `plan`, 400 for the others. */
export type Refusal =
  | { readonly kind: 'plan'; readonly needs: Plan['tier'] }
  | { readonly kind: 'state' }
  | { readonly kind: 'incompatible' }
  | { readonly kind: 'no-rules' };

export interface StepContext {
  readonly state: MigrationState;
  readonly plan: string;
  readonly isCompatible: boolean;
  /** The number of rules of the new configuration. */
  readonly ruleCount: number;
}

/**
 * The state of a zone. `stored` is undefined before the first step. Free plans have no previous managed rules, so a zone
 * that moves to one no longer runs both firewalls.
 */
export function stateOf(stored: MigrationState | undefined, plan: string): MigrationState {
  const isFree = tierOf(plan) === 'free';
  if (isFree && (stored === undefined || stored === 'validation')) return 'default';
  return stored ?? 'start';
}

const next: Readonly<
  Record<MigrationState, Readonly<Record<MigrationStep, MigrationState | null>>>
> = {
  default: { validation: null, pending: null },
  start: { validation: 'validation', pending: 'pending' },
  validation: { validation: 'validation', pending: 'pending' },
  pending: { validation: null, pending: 'pending' },
  // The migration cannot be undone. A repeated `pending` is an ordinary update of the entry point.
  complete: { validation: null, pending: 'complete' },
};

/** The state after a step, or why the step is refused. */
export function afterStep(step: MigrationStep, context: StepContext): MigrationState | Refusal {
  const { state, plan, isCompatible, ruleCount } = context;
  if (state === 'default') {
    return { kind: 'plan', needs: step === 'validation' ? 'enterprise' : 'pro' };
  }
  const after = next[state][step];
  if (after === null) return { kind: 'state' };
  if (step === 'validation' && !planIncludes(plan, 'enterprise')) {
    return { kind: 'plan', needs: 'enterprise' };
  }
  if (state === 'complete') return after;
  // The step that led to `pending` has checked the zone.
  if (state !== 'pending' && !isCompatible) return { kind: 'incompatible' };
  if (ruleCount === 0) return { kind: 'no-rules' };
  return after;
}

/** Whether the previous managed rules act. They do so in `pending` too, so that the zone is protected at every instant. */
export function runsPrevious(state: MigrationState): boolean {
  return state === 'start' || state === 'validation' || state === 'pending';
}

/** Whether the previous managed rules can still be changed. */
export function isPreviousEditable(state: MigrationState): boolean {
  return state === 'start' || state === 'validation';
}
