import type { RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import { managedPackage } from './managed-package.ts';
import { owaspPackage } from './owasp-package.ts';
import type { ActionMode, AnomalyRule, DenyRule, PreviousRule } from './previous-package.ts';
import {
  actionOfMode,
  denyModeOf,
  type EffectiveMode,
  isCounted,
  isGroupOn,
  type OverrideActions,
  type ZonePackages,
} from './rule-states.ts';

type RuleOverrides = NonNullable<RulesetOverrides['rules']>;

/** The ids and tags of a package's rules in the ruleset that runs them. */
export interface Naming {
  readonly idOf: (rule: PreviousRule) => string;
  /** The tags that select exactly the rules of a group; empty if there are none. */
  readonly tagsOf: (group: PreviousRule['group']) => readonly string[];
}

/** The overrides of the managed package for a zone, or for one of its URI overrides. */
export function managedOverrides(
  zone: ZonePackages,
  override: OverrideActions,
  naming: Naming,
): RulesetOverrides {
  const { categories, others } = groupsOff(managedPackage, zone, override, naming);
  const states = (others as readonly DenyRule[]).map((rule) => {
    const isOn = isGroupOn(rule.group, zone, override);
    return { rule, mode: isOn ? denyModeOf(rule, zone, override) : ('disable' as const) };
  });
  const candidates = [undefined, ...Object.values(actionOfMode)].map((action) => ({
    ...(action && { action, enabled: true }),
    ...listed(
      'rules',
      states.flatMap(({ rule, mode }) => overrideOf(rule, mode, naming, action)),
    ),
  }));
  const [shortest = {}] = candidates.toSorted(
    (one, other) => (one.rules?.length ?? 0) - (other.rules?.length ?? 0),
  );
  return { ...listed('categories', categories), ...shortest };
}

/** The tags and rules of the OWASP package whose state differs from the default. */
export function owaspOverrides(
  zone: ZonePackages,
  override: OverrideActions,
  naming: Naming,
): Required<Pick<RulesetOverrides, 'categories' | 'rules'>> {
  const { categories, others } = groupsOff(owaspPackage, zone, override, naming);
  const rules = (others as readonly AnomalyRule[]).flatMap((rule) => {
    const enabled = isCounted(rule, zone, override);
    return enabled === (rule.defaultMode === 'on') ? [] : [{ id: naming.idOf(rule), enabled }];
  });
  return { categories, rules };
}

/** Overrides for the groups that are off and have tags, and the rules that these overrides do not cover. */
function groupsOff(
  { groups, rules }: typeof managedPackage,
  zone: ZonePackages,
  override: OverrideActions,
  { tagsOf }: Naming,
) {
  const off = groups.filter((group) => !isGroupOn(group, zone, override));
  const covered = off.filter((group) => tagsOf(group).length > 0);
  return {
    categories: covered
      .flatMap((group) => tagsOf(group))
      .map((category) => ({ category, enabled: false })),
    others: rules.filter(({ group }) => !covered.includes(group)),
  };
}

/** `whole` is the action of an override for all rules, which saves many overrides if a URI override rewrites most of them. */
function overrideOf(
  rule: DenyRule,
  mode: EffectiveMode,
  { idOf }: Naming,
  whole: string | undefined,
): RuleOverrides {
  const id = idOf(rule);
  const inherited = whole ?? actionOf(rule.defaultMode);
  const action = actionOf(mode);
  if (action === inherited) return [];
  return action === undefined ? [{ id, enabled: false }] : [{ id, action, enabled: true }];
}

const actionOf = (mode: EffectiveMode): string | undefined =>
  mode === 'disable' ? undefined : actionOfMode[mode satisfies ActionMode];

const listed = <Name extends string, Item>(name: Name, items: readonly Item[]) =>
  (items.length > 0 ? { [name]: items } : {}) as { readonly [N in Name]?: readonly Item[] };
