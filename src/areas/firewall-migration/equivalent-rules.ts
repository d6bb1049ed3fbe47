import type {
  PreviousCondition,
  PreviousConfiguration,
} from '../previous-firewall/previous-configuration-read-model.ts';
import type { ShownRule } from '../rulesets/ruleset-read-model.ts';

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

/** A rule that the entry point has already. */
export type OtherRule = Pick<ShownRule, 'isEnabled' | 'executes'>;

type Migrated = Pick<
  PreviousConfiguration,
  'isOn' | 'deployments' | 'bypassed' | 'exempted' | 'included'
>;

/** The rules with the effect of the previous managed rules. `others` are the present rules of the entry point, which follow them. */
export function equivalentRules(
  previous: Migrated,
  others: readonly OtherRule[] = [],
): GeneratedRule[] {
  const executes = executeRules(previous, others);
  // Bypasses of the previous firewall applied to its own rules only, so rules that follow must still run.
  const skipped =
    others.length === 0
      ? { ruleset: 'current' }
      : { rulesets: executes.map(({ action_parameters: { id } }) => id) };
  // If the entry point keeps its own deployments of the rulesets, no skip rule is needed.
  const conditions = executes.length === 0 ? [] : [...previous.bypassed, ...previous.exempted];
  const exempted = conditions.map(({ expression, isEnabled }) =>
    generated('skip', expression, isEnabled, skipped),
  );
  return [...exempted, ...executes];
}

/** The present rules that are kept. Since an entry point executes a ruleset only once, those with the same ruleset are replaced. */
export function keptRules<R extends OtherRule>(
  rules: readonly R[],
  replacing: readonly GeneratedRule[],
): readonly R[] {
  const replaced = new Set(
    replacing
      .filter(({ action }) => action === 'execute')
      .map(({ action_parameters: { id } }) => id),
  );
  return rules.filter(({ executes }) => executes === undefined || !replaced.has(executes));
}

/**
 * Replaces a present deployment of a ruleset by one with the settings of the package. If the package was off, the present
 * deployment is kept.
 */
function executeRules(
  { isOn, deployments, included }: Migrated,
  others: readonly OtherRule[],
): GeneratedRule[] {
  const where = isOn ? [] : included.filter(({ isEnabled }) => isEnabled);
  const isActive = isOn || where.length > 0;
  const expression = where.length === 0 ? 'true' : anyOf(where);
  const isKept = (id: string) =>
    others.some((each) => each.executes === id && (each.isEnabled ? !isOn : !isActive));
  return deployments
    .filter(({ rulesetId }) => !isKept(rulesetId))
    .map(({ rulesetId: id, overrides }) => {
      const isEmpty = Object.keys(overrides).length === 0;
      const parameters = { id, ...(!isEmpty && { overrides }) };
      return generated('execute', expression, isActive, parameters);
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
