import { noOverride } from '../../catalogs/previous-firewall/rule-states.ts';
import type { PreviousFirewallSection } from '../../contracts/snapshot/previous-firewall-section.ts';
import type { RuleSnapshot, RulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotSection } from '../area-module.ts';
import { packageRules } from './packages/package-rules.ts';
import type {
  PreviousFirewall,
  PreviousFirewallReadModel,
} from './previous-firewall-read-model.ts';
import { overrideRules } from './uri-overrides/override-rules.ts';

/** Compiles the previous firewall of zones into rules for the edge. */
export function previousFirewallSnapshot(
  firewalls: PreviousFirewallReadModel,
): SnapshotSection<'previousFirewall'> {
  return {
    name: 'previousFirewall',
    resources: ['zone', 'zone_setting', 'waf_package', 'waf_group', 'waf_rule', 'waf_override'],
    // Without it, attacks would pass that the zone blocks.
    isRequired: true,
    async build(zoneIds) {
      const all = await firewalls.list(zoneIds);
      return new Map(
        all.entries().flatMap(([zoneId, firewall]) => {
          const section = sectionOf(firewall);
          return section ? [[zoneId, section] as const] : [];
        }),
      );
    },
  };
}

/** Undefined if nothing acts. */
function sectionOf(firewall: PreviousFirewall): PreviousFirewallSection | undefined {
  const managed = managedPhase(firewall);
  return managed && { phases: { previous_managed_rules: managed } };
}

function managedPhase({
  isOn,
  packages,
  overrides,
}: PreviousFirewall): RulesetSnapshot | undefined {
  if (!isOn) return undefined;
  // The first override that matches ends this ruleset, so that the packages run once.
  const inner = [
    ...overrideRules(overrides, packages),
    ...packageRules(packages, noOverride, { id: 'packages' }),
  ];
  return rulesetOf('previous_managed_rules', [executing('previous-packages', inner)]);
}

function executing(id: string, rules: readonly RuleSnapshot[]): RuleSnapshot {
  return {
    id,
    ref: id,
    description: '',
    action: 'execute',
    expression: 'true',
    logged: false,
    executes: { kind: 'inline', ruleset: rulesetOf(id, rules) },
  };
}

const rulesetOf = (id: string, rules: readonly RuleSnapshot[]): RulesetSnapshot => ({
  id,
  version: '1',
  rules,
});
