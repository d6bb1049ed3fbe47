import { fields } from '../../catalogs/fields/fields.ts';
import { managedLists } from '../../catalogs/managed-lists.ts';
import {
  createScheme,
  ExpressionError,
  type LacksValue,
  parseExpression,
  parseValueExpression,
  standardFunctions,
  type ValueGaps,
  valueGaps,
} from '../../expression/expression.ts';
import type { GapUse } from '../../http/gap-notices.ts';
import type { Rule } from './ruleset-model.ts';

const scheme = createScheme({ fields });
/** Functions that may have no result in any request. */
const doubtfulFunctions = new Set(
  standardFunctions
    .filter(({ isUnfilled, needsContext }) => isUnfilled || needsContext)
    .map(({ name }) => name),
);
const NONE: ValueGaps = { names: [], constant: undefined };

/** The fields and functions of a rule that have no value in any request. */
export function ruleGaps(rule: Rule, where: string, lacksValue: LacksValue): GapUse {
  const { expression, parameters, ratelimit, credentialCheck } = rule;
  const values = [
    ...(ratelimit?.characteristics ?? []),
    ...Object.values(credentialCheck ?? {}),
    ...expressionsIn(parameters),
    ...redirectKeys(parameters),
  ];
  const { names, constant } = conditionGaps(expression, lacksValue);
  const counting = conditionGaps(ratelimit?.counting_expression ?? '', lacksValue);
  const others = values.flatMap((text) => valueGapsIn(text, lacksValue).names);
  return { where, names: [...new Set([...names, ...counting.names, ...others])], constant };
}

/** An expression that exceeds limits which were lowered after it was stored has no gaps. */
export function conditionGaps(text: string, lacksValue: LacksValue): ValueGaps {
  return gapsIn(text, lacksValue, () => parseExpression(text, scheme, { anyList: true }));
}

function valueGapsIn(text: string, lacksValue: LacksValue): ValueGaps {
  return gapsIn(text, lacksValue, () => parseValueExpression(text, scheme, {}));
}

function gapsIn(
  text: string,
  lacksField: LacksValue,
  parse: () => Parameters<typeof valueGaps>[0],
): ValueGaps {
  const lacksValue = (name: string, subject?: string) =>
    name.startsWith('$') ? managedLists.has(name.slice(1)) : lacksField(name, subject);
  // Every write checks all rules of its ruleset, so expressions without such a word are not parsed.
  const words = text.match(/\$?[a-z][a-z0-9_.]*/g) ?? [];
  if (!words.some((word) => lacksValue(word) || doubtfulFunctions.has(word))) return NONE;
  try {
    return valueGaps(parse(), lacksValue);
  } catch (error) {
    if (error instanceof ExpressionError) return NONE;
    throw error;
  }
}

/** Expressions in parameters are always named `expression`, except for the key of a bulk redirect. */
function expressionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'expression' && typeof each === 'string' ? [each] : expressionsIn(each),
  );
}

function redirectKeys(parameters: Rule['parameters']): string[] {
  const { key } = (parameters?.['from_list'] ?? {}) as { readonly key?: string };
  return key === undefined ? [] : [key];
}
