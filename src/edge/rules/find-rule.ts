import type { CompiledRule, CompiledRules, CompiledRuleset } from './compiled-rule.ts';

/** Finds a rule of a zone by id, in any phase or executed ruleset. */
export function findRule({ phases }: CompiledRules, id: string): CompiledRule | undefined {
  for (const rulesets of phases.values()) {
    for (const ruleset of rulesets) {
      const found = findIn(ruleset, id);
      if (found) return found;
    }
  }
  return undefined;
}

function findIn({ rules }: CompiledRuleset, id: string): CompiledRule | undefined {
  for (const rule of rules) {
    const found = rule?.id === id ? rule : rule?.executes && findIn(rule.executes, id);
    if (found) return found;
  }
  return undefined;
}
