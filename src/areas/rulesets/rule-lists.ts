import { fields } from '../../catalogs/fields/fields.ts';
import { createScheme, noLimits, parseExpression, usage } from '../../expression/expression.ts';
import type { RuleDefinition } from './ruleset-model.ts';

const scheme = createScheme({ fields });

type ListUser = Pick<RuleDefinition, 'expression' | 'parameters' | 'ratelimit'>;

/** Whether a rule may use a list: few do, and only their expressions have to be parsed. */
export function mayUseLists({ expression, parameters, ratelimit }: ListUser): boolean {
  const texts = [expression, ratelimit?.counting_expression ?? ''];
  return texts.some((text) => text.includes('$')) || parameters?.['from_list'] !== undefined;
}

/** Names of the lists that a rule uses. It has been checked, now or when it was written. */
export function listsUsedBy(rule: ListUser): ReadonlySet<string> {
  const names = new Set<string>();
  if (!mayUseLists(rule)) return names;
  for (const text of [rule.expression, rule.ratelimit?.counting_expression]) {
    if (!text?.includes('$')) continue;
    const tree = parseExpression(text, scheme, { limits: noLimits, anyList: true });
    for (const name of usage(tree).lists) names.add(name);
  }
  const { name } = (rule.parameters?.['from_list'] ?? {}) as { readonly name?: string };
  if (name !== undefined) names.add(name);
  return names;
}
