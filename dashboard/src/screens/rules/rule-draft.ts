/** Changes of a list of rules that are not saved yet: its order, and which rules are on. */
export interface RuleDraft {
  readonly order: readonly string[];
  readonly enabled: ReadonlyMap<string, boolean>;
}

interface OrderedRule {
  readonly id: string;
  readonly enabled: boolean;
}

export const noDraft: RuleDraft = { order: [], enabled: new Map() };

/** The rules as they would be saved. Rules that others have added since stay at the end. */
export function draftedRules<R extends OrderedRule>(
  rules: readonly R[],
  { order, enabled }: RuleDraft,
): readonly R[] {
  const places = new Map(order.map((id, n) => [id, n]));
  const placeOf = ({ id }: R) => places.get(id) ?? order.length;
  return rules
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((rule) => ({ ...rule, enabled: enabled.get(rule.id) ?? rule.enabled }));
}

export function movedTo(order: readonly string[], id: string, to: number): readonly string[] {
  const others = order.filter((each) => each !== id);
  return others.toSpliced(to, 0, id);
}

/** One call: a rule that is switched, placed behind another one, or both. */
export interface RuleChange {
  readonly id: string;
  readonly enabled?: boolean;
  /** The rule before its new place; '' for the first place. */
  readonly behind?: string;
}

/**
 * The fewest changes from one list to the other: rules of the longest increasing subsequence stay where they are. Rules are placed
 * relative to others, so that the result holds if somebody adds a rule meanwhile.
 */
export function changesBetween(
  before: readonly OrderedRule[],
  after: readonly OrderedRule[],
): readonly RuleChange[] {
  const old = new Map(before.map(({ id, enabled }, n) => [id, { n, enabled }]));
  const kept = longestIncreasing(after.map(({ id }) => old.get(id)?.n ?? 0));
  return after.flatMap(({ id, enabled }, n) => {
    const isSwitched = old.get(id)?.enabled !== enabled;
    const isMoved = !kept.has(n);
    if (!isSwitched && !isMoved) return [];
    return [
      {
        id,
        ...(isSwitched && { enabled }),
        ...(isMoved && { behind: after[n - 1]?.id ?? '' }),
      },
    ];
  });
}

/** The positions of a longest increasing subsequence. Lists of rules are short, so the quadratic way is fast enough. */
function longestIncreasing(numbers: readonly number[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly previous: number }[] = [];
  for (const [n, number] of numbers.entries()) {
    let [length, previous] = [1, -1];
    for (let m = 0; m < n; m++) {
      const shorter = best[m]?.length ?? 0;
      if ((numbers[m] ?? 0) < number && shorter >= length) [length, previous] = [shorter + 1, m];
    }
    best.push({ length, previous });
  }
  const longest = Math.max(0, ...best.map(({ length }) => length));
  const kept = new Set<number>();
  for (let at = best.findIndex(({ length }) => length === longest); at >= 0; ) {
    kept.add(at);
    at = best[at]?.previous ?? -1;
  }
  return kept;
}
