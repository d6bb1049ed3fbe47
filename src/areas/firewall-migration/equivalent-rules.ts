import { coreRuleset } from '../../catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../catalogs/managed-rulesets/managed/managed.ts';
import type {
  PreviousCondition,
  PreviousConfiguration,
} from '../previous-firewall/previous-configuration-read-model.ts';

/** A rule as the API shows it. The service assigns the empty members when the rule is stored. */
export interface GeneratedRule {
  readonly id: '';
  readonly version: '';
  readonly ref: '';
  readonly description: '';
  readonly enabled: boolean;
  readonly action: 'skip' | 'execute';
  readonly expression: string;
  readonly action_parameters: Readonly<Record<string, unknown>>;
}

/** What the entry point has already. */
export interface OtherRules {
  readonly count: number;
  /** Ids of the rulesets that it executes, which no second rule may do. */
  readonly executed: ReadonlySet<string>;
}

type Migrated = Pick<
  PreviousConfiguration,
  'isOn' | 'deployments' | 'bypassed' | 'exempted' | 'included'
>;

const none: OtherRules = { count: 0, executed: new Set() };

/** The rules of the entry point that have the effect of the previous managed rules. */
export function equivalentRules(
  previous: Migrated,
  { count, executed }: OtherRules = none,
): GeneratedRule[] {
  // The previous firewall exempted requests from its own rules only, and the other rules follow these.
  const skipped =
    count === 0 ? { ruleset: 'current' } : { rulesets: [managedRuleset.id, coreRuleset.id] };
  const exempted = [...previous.bypassed, ...previous.exempted].map(({ expression, isEnabled }) =>
    generated('skip', expression, isEnabled, skipped),
  );
  return [...exempted, ...executeRules(previous, executed)];
}

function executeRules(
  { isOn, deployments, included }: Migrated,
  executed: ReadonlySet<string>,
): GeneratedRule[] {
  const where = isOn ? [] : included.filter(({ isEnabled }) => isEnabled);
  const expression = where.length === 0 ? 'true' : anyOf(where);
  return deployments
    .filter(({ rulesetId }) => !executed.has(rulesetId))
    .map(({ rulesetId: id, overrides }) => {
      const isEmpty = Object.keys(overrides).length === 0;
      const parameters = { id, ...(!isEmpty && { overrides }) };
      return generated('execute', expression, isOn || where.length > 0, parameters);
    });
}

function anyOf(conditions: readonly PreviousCondition[]): string {
  const texts = conditions.map(({ expression }) => expression);
  return texts.length === 1 ? texts.join() : texts.map((text) => `(${text})`).join(' or ');
}

function generated(
  action: GeneratedRule['action'],
  expression: string,
  enabled: boolean,
  parameters: GeneratedRule['action_parameters'],
): GeneratedRule {
  return {
    id: '',
    version: '',
    ref: '',
    description: '',
    enabled,
    action,
    expression,
    action_parameters: parameters,
  };
}
