import {
  type ExecutedSnapshot,
  type RuleSnapshot,
  type RulesetSnapshot,
  type RulesetsSection,
  type SharedRulesetSnapshot,
  sharedRulesetKey,
} from '../../src/contracts/snapshot/rulesets-section.ts';

/** A rule in tests: it contains the ruleset that it executes. */
export interface WrittenRule extends Omit<RuleSnapshot, 'executes'> {
  readonly executes?: ExecutedSnapshot | WrittenCustom;
}

interface WrittenCustom {
  readonly kind: 'custom';
  readonly ruleset: WrittenRuleset;
}

export interface WrittenRuleset extends Omit<RulesetSnapshot, 'rules'> {
  readonly rules: readonly WrittenRule[];
}

/** Entry points by phase: of the zone, or of its account and the zone. */
export interface WrittenRules {
  readonly phases: Readonly<
    Record<string, WrittenRuleset | readonly [account: WrittenRuleset, zone: WrittenRuleset]>
  >;
}

/** A rule for tests: its id is also its name. */
export function ruleOf(
  id: string,
  action: string,
  expression = 'true',
  parameters: Record<string, unknown> = {},
  rest: Partial<RuleSnapshot> = {},
): RuleSnapshot {
  return {
    id,
    ref: id,
    description: `rule ${id}`,
    action,
    expression,
    parameters,
    logged: true,
    ...rest,
  };
}

export function rulesetOf<Rule extends WrittenRule>(id: string, rules: readonly Rule[]) {
  return { id, version: '1', rules };
}

/** A rule that executes a ruleset. */
export function executeOf<Executed extends ExecutedSnapshot | WrittenCustom>(
  id: string,
  executes: Executed,
  expression = 'true',
) {
  return { ...ruleOf(id, 'execute', expression), executes };
}

/** Entry points of a zone by phase. */
export function rulesOf<Rule extends WrittenRule>(phases: Record<string, readonly Rule[]>) {
  const rulesets = Object.entries(phases).map(
    ([phase, rules]) => [phase, rulesetOf(`zone ${phase}`, rules)] as const,
  );
  return { phases: Object.fromEntries(rulesets) };
}

/** The snapshot of rules: the section of the zone, and the rulesets that it refers to. */
export function snapshotOfRules({ phases }: WrittenRules, accountId = 'account') {
  const shared = new Map<string, SharedRulesetSnapshot>();
  const own: Record<string, RulesetSnapshot> = {};

  const share = (written: WrittenRuleset, phase: string, isEntryPoint: boolean): string => {
    const ruleset = taken(written, phase);
    // Tests use the same id for different rulesets, so the key contains a digest.
    const digest = JSON.stringify([phase, isEntryPoint, ruleset]);
    const key = sharedRulesetKey(digest, 'latest');
    shared.set(key, { key, accountId, phase, isEntryPoint, ruleset });
    return key;
  };
  const taken = (written: WrittenRuleset, phase: string): RulesetSnapshot => ({
    ...written,
    rules: written.rules.map(({ executes, ...rule }): RuleSnapshot => {
      if (!executes) return rule;
      if (!('ruleset' in executes)) return { ...rule, executes };
      const rulesetKey = share(executes.ruleset, phase, false);
      return { ...rule, executes: { kind: 'custom', rulesetKey } };
    }),
  });

  for (const [phase, rulesets] of Object.entries(phases)) {
    const [zone, account] = 'rules' in rulesets ? [rulesets] : rulesets.toReversed();
    if (account) share(account, phase, true);
    if (zone) own[phase] = taken(zone, phase);
  }
  const section: RulesetsSection = { phases: own };
  return { section, shared: [...shared.values()] };
}
