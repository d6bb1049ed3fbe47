import { type Expression, type SqlBool, sql } from 'kysely';

const operators = [
  'equal',
  'not_equal',
  'starts_with',
  'ends_with',
  'contains',
  'starts_with_case_sensitive',
  'ends_with_case_sensitive',
  'contains_case_sensitive',
] as const;

/** A text filter of list calls: a plain value, or `<operator>:<value>`. */
export interface TextFilter {
  readonly operator: (typeof operators)[number];
  readonly value: string;
}

export function parseTextFilter(text: string): TextFilter {
  const colon = text.indexOf(':');
  const operator = operators.find((known) => known === text.slice(0, Math.max(0, colon)));
  return operator ? { operator, value: text.slice(colon + 1) } : { operator: 'equal', value: text };
}

/** Two columns with the same text, one as written and one in lower case. */
export interface TextColumns {
  readonly exact: Expression<string>;
  readonly folded: Expression<string>;
}

export function textFilterCondition(filter: TextFilter, columns: TextColumns) {
  const { operator } = filter;
  if (operator.endsWith('_case_sensitive')) {
    return like(columns.exact, operator.replace('_case_sensitive', ''), filter.value);
  }
  const value = filter.value.toLowerCase();
  if (operator === 'equal') return sql<SqlBool>`${columns.folded} = ${value}`;
  if (operator === 'not_equal') return sql<SqlBool>`${columns.folded} <> ${value}`;
  return like(columns.folded, operator, value);
}

/** `like` is case-sensitive on both databases. Case-insensitive filters use the column in lower case. */
function like(column: Expression<string>, operator: string, value: string) {
  const escaped = value.replace(/[\\%_]/g, (char) => `\\${char}`);
  const patterns: Record<string, string> = {
    starts_with: `${escaped}%`,
    ends_with: `%${escaped}`,
    contains: `%${escaped}%`,
  };
  return sql<SqlBool>`${column} like ${patterns[operator]} escape '\\'`;
}
