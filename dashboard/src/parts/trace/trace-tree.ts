import type { ResultOf } from '../../api/client.ts';

export type Trace = ResultOf<'GET /zones/{zone_id}/security/trace/{ray_id}'>;
export type TracePhase = Trace['phases'][number];
export type TraceRule = TracePhase['rules'][number];
export type TraceValue = TracePhase['values'][number];

/** A rule, and the rules of the ruleset that it executes. */
export interface RuleNode {
  readonly rule: TraceRule;
  readonly children: readonly RuleNode[];
}

/** The rules of a phase by which rule executes theirs, in the order they ran. */
export function ruleTree(rules: readonly TraceRule[]): readonly RuleNode[] {
  const byParent = Map.groupBy(rules, ({ executed_by }) => executed_by);
  const ids = new Set(rules.map(({ id }) => id));
  const nodesOf = (parent: string): readonly RuleNode[] =>
    (byParent.get(parent) ?? []).map((rule) => ({ rule, children: nodesOf(rule.id) }));
  // The rule that executes others may not have fitted into the trace.
  const roots = [...byParent.keys()].filter((parent) => !ids.has(parent));
  return roots.flatMap(nodesOf);
}

/** What conditions saw of a field. Only the length of hidden values is known. */
export function valueText({ state, value, length }: TraceValue): string {
  if (state === 'missing') return 'not present';
  if (state === 'hidden') return `hidden, ${length} characters`;
  return value === '' ? 'empty' : value;
}
