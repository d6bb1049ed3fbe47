import { fields } from '../../catalogs/fields/fields.ts';
import {
  createScheme,
  ExpressionError,
  noLimits,
  parseExpression,
  usage,
} from '../../expression/expression.ts';
import type { RuleDefinition } from './ruleset-model.ts';

const scheme = createScheme({ fields });

type ListUser = Pick<RuleDefinition, 'expression' | 'parameters' | 'ratelimit'>;

/** Whether a rule may use a list: few do, and only their expressions have to be parsed. */
export function mayUseLists({ expression, parameters, ratelimit }: ListUser): boolean {
  const texts = [expression, ratelimit?.counting_expression ?? ''];
  return texts.some((text) => text.includes('$')) || parameters?.['from_list'] !== undefined;
}

/** A text that an earlier version accepted and this one does not names no list that could be protected. */
function listsIn(text: string): Iterable<string> {
  try {
    return usage(parseExpression(text, scheme, { limits: noLimits, anyList: true })).lists;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** Names of the lists that a rule uses. It has been checked, now or when it was written. */
export function listsUsedBy(rule: ListUser): ReadonlySet<string> {
  const names = new Set<string>();
  if (!mayUseLists(rule)) return names;
  for (const text of [rule.expression, rule.ratelimit?.counting_expression]) {
    if (!text?.includes('$')) continue;
    for (const name of listsIn(text)) names.add(name);
  }
  const { name } = (rule.parameters?.['from_list'] ?? {}) as { readonly name?: string };
  if (name !== undefined) names.add(name);
  return names;
}
