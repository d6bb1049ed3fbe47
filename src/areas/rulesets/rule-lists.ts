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

/** A cheap test that avoids parsing the expressions of most rules. */
export function mayUseLists({ expression, parameters, ratelimit }: ListUser): boolean {
  const texts = [expression, ratelimit?.counting_expression ?? ''];
  return texts.some((text) => text.includes('$')) || parameters?.['from_list'] !== undefined;
}

/** None for a stored expression that does not parse: it cannot run, so its lists need no protection. */
function listsIn(text: string): Iterable<string> {
  try {
    return usage(parseExpression(text, scheme, { limits: noLimits, anyList: true })).lists;
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** Names of the lists that a valid rule uses. */
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
