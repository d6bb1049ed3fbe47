import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { CompiledRule, CompiledRules, CompiledRuleset, EntryPoint } from './compiled-rule.ts';

/** Finds shared rulesets by the key under which rules execute them. */
export interface SharedRulesetFinder {
  /** Throws a `SharedRulesetMissing` if there is no usable ruleset with this key. */
  find(key: string): CompiledRuleset;
  /** Undefined if there is no usable ruleset with this key. */
  current(key: string): CompiledRuleset | undefined;
}

/** A zone or ruleset refers to a shared ruleset that is not usable. It is compiled again when that ruleset changes. */
export class SharedRulesetMissing extends PalisadeError {
  constructor(key: string, problem: string) {
    super('shared_ruleset_missing', `ruleset ${key} cannot be used: ${problem}`);
  }
}

/**
 * The ruleset with the current versions of the rulesets that its rules execute. An executed ruleset that was removed
 * stays in use in its last version.
 */
export function relinkRuleset(
  ruleset: CompiledRuleset,
  shared: SharedRulesetFinder,
): CompiledRuleset {
  const isCurrent = (rule: CompiledRule | undefined) =>
    rule?.executes === undefined || rule.executes === currentOf(rule.executes, shared);
  if (ruleset.rules.every(isCurrent)) return ruleset;
  const rules = ruleset.rules.map((rule) =>
    rule?.executes ? { ...rule, executes: currentOf(rule.executes, shared) } : rule,
  );
  return { ...ruleset, rules };
}

function currentOf(executed: CompiledRuleset, shared: SharedRulesetFinder): CompiledRuleset {
  const { sharedKey } = executed;
  return sharedKey === undefined ? executed : (shared.current(sharedKey) ?? executed);
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
  const scansAll = scanned?.every((ruleset) => ruleset.scansAll) ?? false;
  return { phases, scansAll };
}

const RESPONSE_SCANS = 'http_response_firewall_managed';
