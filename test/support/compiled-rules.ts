import { compileRuleset } from '../../src/edge/rules/compile-rules.ts';
import type { CompiledRules } from '../../src/edge/rules/compiled-rule.ts';
import { RuleParts } from '../../src/edge/rules/rule-parts.ts';
import { joinEntryPoints } from '../../src/edge/rules/ruleset-links.ts';
import { SharedRulesets } from '../../src/edge/rules/shared-rulesets.ts';
import { finished } from '../../src/kernel/time-slices.ts';
import { snapshotOfRules, type WrittenRules } from './edge-rules.ts';

/** Rules compiled as for a zone. */
export function compiledRules(written: WrittenRules): CompiledRules {
  const parts = new RuleParts();
  const { section, shared: rulesets } = snapshotOfRules(written);
  const shared = finished(SharedRulesets.none.changed(rulesets, [], parts));
  const own = Object.entries(section.phases).map(([phase, ruleset]) => ({
    phase,
    ruleset: finished(compileRuleset(ruleset, { phase }, { parts, shared, accountId: 'account' })),
  }));
  return joinEntryPoints(shared.entryPointsOf('account'), own);
}
