import { type Expression, type SqlBool, sql } from 'kysely';

/** A filter text of lists, with an optional `*` at its start, its end or both. */
export interface TextPattern {
  readonly text: string;
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

export function parsePattern(written: string): TextPattern {
  const openStart = written.startsWith('*');
  const openEnd = written.length > 1 && written.endsWith('*');
  return { text: written.slice(openStart ? 1 : 0, openEnd ? -1 : undefined), openStart, openEnd };
}

export function isExact({ openStart, openEnd }: TextPattern): boolean {
  return !openStart && !openEnd;
}

export function matchesPattern({ text, openStart, openEnd }: TextPattern, value: string): boolean {
  if (openStart && openEnd) return value.includes(text);
  if (openStart) return value.endsWith(text);
  return openEnd ? value.startsWith(text) : value === text;
}

export function patternCondition(column: Expression<string>, pattern: TextPattern) {
  const { text, openStart, openEnd } = pattern;
  if (isExact(pattern)) return sql<SqlBool>`${column} = ${text}`;
  return like(column, `${openStart ? '%' : ''}${escaped(text)}${openEnd ? '%' : ''}`);
}

export function containsCondition(column: Expression<string>, text: string) {
  return like(column, `%${escaped(text)}%`);
}

/** Whether a JSON array of texts contains a match. In the array every text is in quotes. */
export function listedCondition(column: Expression<string>, pattern: TextPattern) {
  const text = escaped(JSON.stringify(pattern.text).slice(1, -1));
  const start = pattern.openStart ? '' : '"';
  const end = pattern.openEnd ? '' : '"';
  return like(column, `%${start}${text}${end}%`);
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (char) => `\\${char}`);
}

/** `like` is case-sensitive on both databases. */
function like(column: Expression<string>, pattern: string) {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}
