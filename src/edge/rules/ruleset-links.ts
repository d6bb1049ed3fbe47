import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { CompiledRule, CompiledRules, CompiledRuleset, EntryPoint } from './compiled-rule.ts';

/** Finds shared rulesets by the key under which rules execute them. */
export interface SharedRulesetFinder {
  /** Throws a `SharedRulesetMissing` when there is none that can be used. */
  find(key: string): CompiledRuleset;
}

/** What refers to a shared ruleset cannot run without it; it may be able to when that one changes. */
export class SharedRulesetMissing extends PalisadeError {
  constructor(key: string, problem: string) {
    super('shared_ruleset_missing', `ruleset ${key} cannot be used: ${problem}`);
  }
}

/** The same ruleset, if rules of it execute others, with those as they are now. */
export function relinkRuleset(
  ruleset: CompiledRuleset,
  shared: SharedRulesetFinder,
): CompiledRuleset {
  const current = (rule: CompiledRule | undefined): CompiledRuleset | undefined => {
    const key = rule?.executes?.sharedKey;
    return key === undefined ? rule?.executes : shared.find(key);
  };
  if (ruleset.rules.every((rule) => current(rule) === rule?.executes)) return ruleset;
  const rules = ruleset.rules.map((rule) => rule && { ...rule, executes: current(rule) });
  return { ...ruleset, rules };
}

const noRules: CompiledRules = { phases: new Map(), scansAll: false };

/** Puts the entry points of an account before those of a zone. */
export function joinEntryPoints(
  account: readonly EntryPoint[],
  zone: readonly EntryPoint[],
): CompiledRules {
  const all = [...account, ...zone];
  if (all.length === 0) return noRules;
  const phases = new Map<string, readonly CompiledRuleset[]>();
  for (const { phase, ruleset } of all) phases.set(phase, [...(phases.get(phase) ?? []), ruleset]);
  const scanned = phases.get(RESPONSE_SCANS);
  return { phases, scansAll: scanned?.every(({ scansAll }) => scansAll) ?? false };
}

const RESPONSE_SCANS = 'http_response_firewall_managed';
