import { fields } from '../../catalogs/fields/fields.ts';
import {
  createScheme,
  ExpressionError,
  parseExpression,
  parseValueExpression,
  usage,
} from '../../expression/expression.ts';
import type { Rule } from './ruleset-model.ts';

const scheme = createScheme({ fields });
const unfilled = new Set(fields.filter(({ isUnfilled }) => isUnfilled).map(({ name }) => name));

/** Fields without a source that rules use, and the ids of these rules. */
export function rulesByUnfilledField(rules: readonly Rule[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const rule of rules) {
    for (const field of fieldsOf(rule)) {
      if (unfilled.has(field)) found.set(field, [...(found.get(field) ?? []), rule.id]);
    }
  }
  return found;
}

function fieldsOf({ expression, parameters, ratelimit, credentialCheck }: Rule): Set<string> {
  const conditions = [expression, ratelimit?.counting_expression];
  const values = [
    ...(ratelimit?.characteristics ?? []),
    ...Object.values(credentialCheck ?? {}),
    ...expressionsIn(parameters),
  ];
  return new Set([
    ...conditions.flatMap((text) => namesIn(text, (each) => parseExpression(each, scheme))),
    ...values.flatMap((text) => namesIn(text, (each) => parseValueExpression(each, scheme, {}))),
  ]);
}

/** Parameters have expressions at several places, always under this name. */
function expressionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'expression' && typeof each === 'string' ? [each] : expressionsIn(each),
  );
}

/** Everything was checked when it was written; what cannot be read now, under other limits, says nothing. */
function namesIn(
  text: string | undefined,
  parse: (text: string) => Parameters<typeof usage>[0],
): string[] {
  if (text === undefined || ![...unfilled].some((name) => text.includes(name))) return [];
  try {
    return [...usage(parse(text)).fields];
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}
