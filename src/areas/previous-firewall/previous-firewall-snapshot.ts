import { previousPackages } from '../../catalogs/previous-firewall/previous-packages.ts';
import { noOverride } from '../../catalogs/previous-firewall/rule-states.ts';
import type { PreviousFirewallSection } from '../../contracts/snapshot/previous-firewall-section.ts';
import type { RuleSnapshot, RulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotSection } from '../area-module.ts';
import type { AdvancedZones, MigrationStates } from '../firewall-migration/migration-read-model.ts';
import { firewallRuleRules } from './firewall-rules/firewall-rule-rules.ts';
import { packageRules } from './packages/package-rules.ts';
import { pageRuleRules } from './page-rules/page-rule-rules.ts';
import type {
  PreviousFirewall,
  PreviousFirewallReadModel,
} from './previous-firewall-read-model.ts';
import { overrideRules } from './uri-overrides/override-rules.ts';

const packageIds = previousPackages.flatMap(({ id, ruleset }) => (ruleset ? [id] : []));

/** Compiles the previous firewall of zones into rules for the edge. */
export function previousFirewallSnapshot(
  firewalls: PreviousFirewallReadModel,
  migrations: MigrationStates,
): SnapshotSection<'previousFirewall'> {
  return {
    name: 'previousFirewall',
    resources: [
      ...['zone', 'zone_setting', 'waf_package', 'waf_group', 'waf_rule', 'waf_override'],
      ...['filter', 'firewall_rule', 'page_rule', 'firewall_migration'],
    ],
    // Without it, attacks would pass that the zone blocks.
    isRequired: true,
    async build(zoneIds) {
      const all = await firewalls.list(zoneIds);
      const advanced = await migrations.advanced(zoneIds);
      return new Map(
        all.entries().flatMap(([zoneId, firewall]) => {
          const section = previousFirewallSection(zoneId, firewall, advanced);
          return section ? [[zoneId, section] as const] : [];
        }),
      );
    },
  };
}

/** Undefined if nothing acts. */
export function previousFirewallSection(
  zoneId: string,
  firewall: PreviousFirewall,
  { comparing, finished }: AdvancedZones,
): PreviousFirewallSection | undefined {
  const rules = firewallRuleRules(firewall.firewallRules);
  const managed = finished.has(zoneId) ? [] : managedRules(firewall);
  if (rules.length === 0 && managed.length === 0) return undefined;
  return {
    ...(comparing.has(zoneId) && { isCompared: true }),
    phases: {
      ...(rules.length > 0 && {
        previous_firewall_rules: rulesetOf('previous_firewall_rules', rules),
      }),
      ...(managed.length > 0 && {
        previous_managed_rules: rulesetOf('previous_managed_rules', managed),
      }),
    },
  };
}

function managedRules(firewall: PreviousFirewall): readonly RuleSnapshot[] {
  const { isOn, packages, overrides, pageRules } = firewall;
  const exempting = pageRuleRules(pageRules, { isOn, ids: packageIds });
  if (exempting === 'nowhere') return [];
  // The first override that matches ends this ruleset, so that the packages run once.
  const inner = [
    ...overrideRules(overrides, packages),
    ...packageRules(packages, noOverride, { id: 'packages' }),
  ];
  return [...exempting, executing('previous-packages', inner)];
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
