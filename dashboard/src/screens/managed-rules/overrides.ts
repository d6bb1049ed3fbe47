/** Overrides of a deployed managed ruleset, as the API has them. */
export interface Override {
  readonly action?: string;
  readonly enabled?: boolean;
}

export interface RuleOverride extends Override {
  readonly id: string;
  readonly score_threshold?: number;
}

export interface TagOverride extends Override {
  readonly category: string;
}

export interface Overrides extends Override {
  readonly categories?: readonly TagOverride[];
  readonly rules?: readonly RuleOverride[];
}

export interface ManagedRule {
  readonly id: string;
  readonly action: string;
  readonly enabled: boolean;
  readonly categories?: readonly string[];
}

export const PARANOIA_LEVELS = 4;
const PARANOIA = 'paranoia-level-';

/** How a rule runs under overrides: that of the rule, else of its last tag, else of the ruleset, else its own default. */
export interface EffectiveRule {
  readonly action: string;
  readonly enabled: boolean;
  /** Whether an override for this rule or one of its tags has a say. */
  readonly isOverridden: boolean;
}

export function effectiveRule(rule: ManagedRule, overrides: Overrides): EffectiveRule {
  const tags = rule.categories ?? [];
  const isScore = rule.action === 'score';
  const specific: readonly Override[] = [
    ...(overrides.rules ?? []).filter(({ id }) => id === rule.id).toReversed(),
    ...(overrides.categories ?? [])
      .filter(({ category }) => tags.includes(category) && !category.startsWith(PARANOIA))
      .toReversed(),
  ];
  const isWithinLevel = !isScore || levelOf(tags) <= paranoiaLevel(overrides);
  const whole: Override = isWithinLevel ? overrides : { enabled: false };
  const levels = [...specific, whole];
  const action = levels.find((level) => level.action !== undefined)?.action;
  const enabled = levels.find((level) => level.enabled !== undefined)?.enabled;
  return {
    action: isScore ? rule.action : (action ?? rule.action),
    enabled: enabled ?? (isScore || rule.enabled),
    isOverridden: specific.length > 0,
  };
}

function levelOf(tags: readonly string[]): number {
  const tag = tags.find((each) => each.startsWith(PARANOIA));
  return tag ? Number(tag.slice(PARANOIA.length)) : 1;
}

/** One below the lowest level that is off, else the highest that is on, else 1. */
export function paranoiaLevel({ categories = [] }: Overrides): number {
  const states = Array.from(
    { length: PARANOIA_LEVELS },
    (_, n) => categories.findLast(({ category }) => category === PARANOIA + (n + 1))?.enabled,
  );
  const lowestOff = states.indexOf(false);
  return lowestOff === -1 ? Math.max(1, states.lastIndexOf(true) + 1) : lowestOff;
}

/** Level 1 needs no overrides; others switch off the levels above them, the highest is switched on. */
export function withParanoiaLevel(overrides: Overrides, level: number): Overrides {
  const others = (overrides.categories ?? []).filter(
    ({ category }) => !category.startsWith(PARANOIA),
  );
  const levels = Array.from({ length: PARANOIA_LEVELS }, (_, n) => n + 1)
    .filter((each) => level > 1 && (each > level || (level === PARANOIA_LEVELS && each === level)))
    .map((each) => ({ category: PARANOIA + each, enabled: each <= level }));
  return { ...overrides, categories: [...levels, ...others] };
}

/** The override of one rule; members that are undefined are as by default. */
export function withRuleOverride(
  overrides: Overrides,
  id: string,
  override: { readonly [name in keyof RuleOverride]?: RuleOverride[name] | undefined },
): Overrides {
  const members = Object.entries(override).filter(([, value]) => value !== undefined);
  const others = (overrides.rules ?? []).filter((each) => each.id !== id);
  const own = members.length > 0 ? [{ id, ...Object.fromEntries(members) }] : [];
  return { ...overrides, rules: [...others, ...own] };
}

/** As the API takes it: without empty members; undefined if nothing is left. */
export function sentOverrides(overrides: Overrides): Overrides | undefined {
  const members = Object.entries(overrides).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** Overrides of tags as lines: `wordpress: log`, `php: off`. Paranoia levels have a field of their own. */
export function tagLines({ categories = [] }: Overrides): string {
  return categories
    .filter(({ category }) => !category.startsWith(PARANOIA))
    .map(({ category, action, enabled }) => {
      const state = enabled === undefined ? [] : [enabled ? 'on' : 'off'];
      return `${category}: ${[...(action ? [action] : []), ...state].join(', ')}`;
    })
    .join('\n');
}

export function readTagLines(overrides: Overrides, text: string): Overrides {
  const levels = (overrides.categories ?? []).filter(({ category }) =>
    category.startsWith(PARANOIA),
  );
  const tags = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readTagLine);
  return { ...overrides, categories: [...levels, ...tags] };
}

function readTagLine(line: string): TagOverride {
  const [category = '', words = ''] = line.split(':');
  const all = words.split(',').map((word) => word.trim());
  const action = all.find((word) => word !== '' && word !== 'on' && word !== 'off');
  return {
    category: category.trim(),
    ...(action && { action }),
    ...(all.includes('on') && { enabled: true }),
    ...(all.includes('off') && { enabled: false }),
  };
}
