import { coreRuleset } from '../../catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../catalogs/managed-rulesets/managed/managed.ts';
import type { RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import { type ActionMode, coreOverrides, type Sensitivity } from './core-mapping.ts';

/** A condition of the previous firewall, and whether its rule was switched on. */
export interface PreviousCondition {
  readonly expression: string;
  readonly isEnabled: boolean;
}

/** The previous managed rules of a zone, as far as the migration carries them over. */
export interface PreviousManagedRules {
  /** The setting `waf`, and whether it was ever switched on. */
  readonly isOn: boolean;
  readonly wasOn: boolean;
  /** Overrides that have the effect of group and rule modes in the Managed Ruleset. */
  readonly managed: RulesetOverrides | undefined;
  readonly core: { readonly sensitivity: Sensitivity; readonly mode: ActionMode };
  /** Requests that firewall rules exempt, in the order of these rules. */
  readonly bypassed: readonly PreviousCondition[];
  /** Requests that page rules exempt, and requests for which they switch the rules on. */
  readonly exempted: readonly PreviousCondition[];
  readonly included: readonly PreviousCondition[];
}

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

const none: OtherRules = { count: 0, executed: new Set() };

/** The rules of the entry point that have the effect of the previous managed rules. */
export function equivalentRules(
  previous: PreviousManagedRules,
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
  { isOn, managed, core, included }: PreviousManagedRules,
  executed: ReadonlySet<string>,
): GeneratedRule[] {
  const where = isOn ? [] : included.filter(({ isEnabled }) => isEnabled);
  const expression = where.length === 0 ? 'true' : anyOf(where);
  const execute = (id: string, overrides: RulesetOverrides | undefined) =>
    executed.has(id)
      ? []
      : [
          generated('execute', expression, isOn || where.length > 0, {
            id,
            ...(overrides && { overrides }),
          }),
        ];
  const { sensitivity, mode } = core;
  const closingRuleId = coreRuleset.rules.at(-1)?.id ?? '';
  return [
    ...execute(managedRuleset.id, managed),
    ...(sensitivity === 'off'
      ? []
      : execute(coreRuleset.id, coreOverrides(sensitivity, mode, closingRuleId))),
  ];
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
