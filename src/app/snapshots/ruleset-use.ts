import type {
  RulesetSnapshot,
  SharedRulesetSnapshot,
} from '../../contracts/snapshot/rulesets-section.ts';
import type { ZoneSections } from '../../contracts/snapshot/zone-snapshot.ts';

/** Whether a zone runs a shared ruleset: as an entry point of its account, or because a rule executes it. */
export function runsRuleset(
  { zone, rulesets }: ZoneSections,
  key: string,
  shared: readonly SharedRulesetSnapshot[],
): boolean {
  const ofAccount = shared.filter(({ accountId }) => accountId === zone.accountId);
  const entryPoints = ofAccount.filter(({ isEntryPoint }) => isEntryPoint);
  return (
    entryPoints.some((each) => each.key === key) ||
    entryPoints.some(({ ruleset }) => 'rules' in ruleset && executes(ruleset, key)) ||
    Object.values(rulesets?.phases ?? {}).some((ruleset) => executes(ruleset, key))
  );
}

function executes({ rules }: RulesetSnapshot, key: string): boolean {
  return rules.some((rule) => rule.executes?.kind === 'custom' && rule.executes.rulesetKey === key);
}
