import { closingRule } from '../../catalogs/managed-rulesets/core/closing-rule.ts';
import { coreRuleset } from '../../catalogs/managed-rulesets/core/core.ts';
import { paranoiaLevels } from '../../catalogs/managed-rulesets/core/paranoia-levels.ts';
import { managedRuleset } from '../../catalogs/managed-rulesets/managed/managed.ts';
import { managedPackage } from '../../catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../../catalogs/previous-firewall/owasp-package.ts';
import type { LostMode } from './migration-comparison.ts';
import type { BypassRule, PageRule, PreviousRules } from './previous-rules.ts';
import type { ConfiguredOverrides, ConfiguredRule, MigrationConfig } from './zone-migration.ts';

/** A part of the previous configuration, and its replacement. */
export interface Difference {
  readonly kind:
    | 'setting'
    | 'package'
    | 'group'
    | 'rule'
    | 'skip'
    | 'page rule'
    | 'not carried over';
  readonly previous: string;
  readonly next: string;
}

/** The configuration of a zone in the state `start`, part by part, with its replacement. */
export function differencesOf(
  previous: PreviousRules,
  { rules }: MigrationConfig,
  lost: readonly LostMode[],
): Difference[] {
  const generated = rules.filter(({ id }) => id === '');
  const overrides = (rulesetId: string) =>
    executing(generated, rulesetId)?.action_parameters?.overrides;
  return [
    settingOf(previous, generated),
    {
      kind: 'package',
      previous: managedPackage.name,
      next: executed(rules, managedRuleset, () => ''),
    },
    {
      kind: 'package',
      previous: owaspText(previous),
      next: executed(rules, coreRuleset, scoreText),
    },
    ...groupsOf(previous, overrides(managedRuleset.id)),
    ...rulesOf(previous, overrides(managedRuleset.id)),
    ...skipsOf(previous, generated),
    ...includedOf(previous, generated),
    ...lost.map(lostOf),
  ];
}

function settingOf({ setting }: PreviousRules, generated: readonly ConfiguredRule[]): Difference {
  const isOn = generated.some(({ action, enabled }) => action === 'execute' && enabled);
  const next = isOn ? 'new rules are switched on' : 'new rules are switched off';
  return { kind: 'setting', previous: `waf is ${setting}`, next };
}

const executing = (rules: readonly ConfiguredRule[], rulesetId: string) =>
  rules.find((rule) => rule.action === 'execute' && rule.action_parameters?.id === rulesetId);

function executed(
  rules: readonly ConfiguredRule[],
  { id, name }: { readonly id: string; readonly name: string },
  settings: (overrides: ConfiguredOverrides) => string,
): string {
  const rule = executing(rules, id);
  if (!rule) return `no ${name}`;
  // The package was off, so the deployment stays as it is.
  if (rule.id !== '') return `${name}, as the entry point executes it already`;
  return name + settings(rule.action_parameters?.overrides ?? {});
}

const owaspText = ({ owasp }: PreviousRules) =>
  owasp.sensitivity === 'off'
    ? `${owaspPackage.name}, sensitivity off`
    : `${owaspPackage.name}, sensitivity ${owasp.sensitivity}: ${owasp.action_mode}`;

function scoreText({ categories = [], rules = [] }: ConfiguredOverrides): string {
  const off = new Set(
    categories.filter(({ enabled }) => enabled === false).map(({ category }) => category),
  );
  const level = paranoiaLevels.findLastIndex((tag) => !off.has(tag)) + 1;
  const { score_threshold: score, action } = rules.find(({ id }) => id === closingRule.id) ?? {};
  return `, paranoia level ${level}, from a score of ${score} on: ${action}`;
}

function groupsOf(previous: PreviousRules, overrides: ConfiguredOverrides = {}): Difference[] {
  const tags = new Set(overrides.categories?.map(({ category }) => category));
  return previous.groupsOff.map(({ id, name }) => {
    const tag = managedPackage.groups.find((group) => group.id === id)?.tag;
    const next =
      tag !== undefined && tags.has(tag) ? `category ${tag}: off` : 'each of its rules: off';
    return { kind: 'group', previous: `${name}: off`, next };
  });
}

function rulesOf(previous: PreviousRules, overrides: ConfiguredOverrides = {}): Difference[] {
  const actions = new Map(
    overrides.rules?.map(({ id, enabled, action }) => [id, enabled === false ? 'off' : action]),
  );
  return previous.changedRules.map(({ id, description, mode }) => {
    const current = managedPackage.rules.find((rule) => rule.id === id)?.currentId ?? '';
    const action = actions.get(current) ?? overrides.action;
    return {
      kind: 'rule',
      previous: `${id} ${description}: ${mode}`,
      next: `${current}: ${action ?? 'its default, or that of its category'}`,
    };
  });
}

/** Skips for firewall rules come first, then those for page rules, in the order of their list. */
function skipsOf(previous: PreviousRules, generated: readonly ConfiguredRule[]): Difference[] {
  const unmatched = new Set<BypassRule>(previous.firewallRules);
  const pageRules = previous.pageRules.filter(isExempting).values();
  return generated
    .filter(({ action }) => action === 'skip')
    .map((skip) => {
      const rule = [...unmatched].find(({ filter }) => isFrom(skip.expression, filter.expression));
      if (rule) unmatched.delete(rule);
      const pageRule = rule ? undefined : pageRules.next().value;
      return {
        kind: 'skip',
        previous: rule
          ? `firewall rule ${rule.description || rule.id}: bypass`
          : pageText(pageRule),
        next: `skip${skip.enabled ? '' : ' (switched off)'}: ${skip.expression}`,
      };
    });
}

/** The migration subtracts requests that an earlier rule allows. */
const isFrom = (expression: string, filter: string) =>
  expression === filter || expression.startsWith(`(${filter}) and not (`);

function includedOf(previous: PreviousRules, generated: readonly ConfiguredRule[]): Difference[] {
  const rule = generated.find(({ action, enabled }) => action === 'execute' && enabled);
  if (previous.setting === 'on' || !rule) return [];
  return previous.pageRules
    .filter(({ actions }) => actions.some(({ id, value }) => id === 'waf' && value === 'on'))
    .map((each) => ({
      kind: 'page rule',
      previous: pageText(each),
      next: `execute where ${rule.expression}`,
    }));
}

const isExempting = ({ actions }: PageRule) =>
  actions.some(({ id, value }) => id === 'disable_security' || (id === 'waf' && value === 'off'));

function pageText(rule: PageRule | undefined): string {
  if (!rule) return 'page rule';
  const acting = rule.actions.filter(({ id }) => id === 'disable_security' || id === 'waf');
  const actions = acting.map(({ id, value }) => (value === undefined ? id : `${id} ${value}`));
  return `page rule ${rule.targets[0]?.constraint.value}: ${actions.join(', ')}`;
}

function lostOf({ kind, id, description, mode }: LostMode): Difference {
  // Ids of groups are random digits. The name of a group is unique.
  const name = kind === 'group' ? `group ${description}` : `rule ${id} ${description}`;
  return { kind: 'not carried over', previous: `${name}: ${mode}`, next: 'nothing' };
}
