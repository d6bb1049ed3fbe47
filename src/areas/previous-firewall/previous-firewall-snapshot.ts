import { managedPackage } from '../../catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../../catalogs/previous-firewall/owasp-package.ts';
import { noOverride } from '../../catalogs/previous-firewall/rule-states.ts';
import type {
  PreviousFirewallSection,
  PreviousPhase,
} from '../../contracts/snapshot/previous-firewall-section.ts';
import type { RuleSnapshot, RulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotSection } from '../area-module.ts';
import type { MigrationStates } from '../firewall-migration/migration-read-model.ts';
import { firewallRuleRules } from './firewall-rules/firewall-rule-rules.ts';
import { packageRules } from './packages/package-rules.ts';
import { pageRuleRules } from './page-rules/page-rule-rules.ts';
import type {
  PreviousFirewall,
  PreviousFirewallReadModel,
} from './previous-firewall-read-model.ts';
import { overrideRules } from './uri-overrides/override-rules.ts';

const packageIds = [managedPackage.id, owaspPackage.id];

/** Compiles the previous firewall of zones into rules for the edge. */
export function previousFirewallSnapshot(
  firewalls: PreviousFirewallReadModel,
  migrations: MigrationStates,
): SnapshotSection<'previousFirewall'> {
  return {
    name: 'previousFirewall',
    resources: [
      'zone',
      'zone_setting',
      'waf_package',
      'waf_group',
      'waf_rule',
      'waf_override',
      'filter',
      'firewall_rule',
      'page_rule',
      'firewall_migration',
    ],
    // Without it, requests would pass that the zone blocks.
    isRequired: true,
    async build(zoneIds) {
      const all = await firewalls.list(zoneIds);
      const { comparing, finished } = await migrations.advanced(zoneIds);
      return new Map(
        all.entries().flatMap(([zoneId, firewall]) => {
          const section = previousFirewallSection(firewall, finished.has(zoneId));
          if (!section) return [];
          const isCompared = comparing.has(zoneId) && section.phases.previous_managed_rules;
          return [[zoneId, isCompared ? { ...section, isCompared: true } : section]];
        }),
      );
    },
  };
}

/** Undefined if nothing acts, so that it costs nothing. */
export function previousFirewallSection(
  firewall: PreviousFirewall,
  isMigrated = false,
): PreviousFirewallSection | undefined {
  const phases: Readonly<Record<PreviousPhase, readonly RuleSnapshot[]>> = {
    previous_firewall_rules: firewallRuleRules(firewall.firewallRules),
    previous_managed_rules: isMigrated ? [] : managedRules(firewall),
  };
  const used = Object.entries(phases).filter(([, rules]) => rules.length > 0);
  if (used.length === 0) return undefined;
  return {
    phases: Object.fromEntries(used.map(([phase, rules]) => [phase, rulesetOf(phase, rules)])),
  };
}

function managedRules({
  hasPackages,
  isOn,
  packages,
  overrides,
  pageRules,
}: PreviousFirewall): readonly RuleSnapshot[] {
  const skips = hasPackages ? pageRuleRules(pageRules, { isOn, ids: packageIds }) : 'nowhere';
  if (skips === 'nowhere') return [];
  // The first override that matches ends the inner ruleset, so that the packages run once.
  const inner = [
    ...overrideRules(overrides, packages),
    ...packageRules(packages, noOverride, { id: 'packages' }),
  ];
  return [...skips, executing('previous-packages', inner)];
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
