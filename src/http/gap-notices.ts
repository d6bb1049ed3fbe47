import { asksTokens } from '../catalogs/fields/token-fields.ts';
import { type Notice, notice } from './envelope.ts';

/** Something with an expression, and what of it has no value in any request. */
export interface GapUse {
  /** Such as `rule 2`. */
  readonly where: string;
  readonly names: readonly string[];
  /** Set if its condition thereby has the same result for every request. */
  readonly constant: boolean | undefined;
}

const MOST_NAMED = 5;

/** Says which fields and functions have no value, where they are used, and which conditions are thereby constant. */
export function gapNotices(uses: readonly GapUse[]): Notice[] {
  const usesOf = new Map<string, string[]>();
  for (const { where, names } of uses) {
    for (const name of names) usesOf.set(name, [...(usesOf.get(name) ?? []), where]);
  }
  return [
    ...[...usesOf].map(([name, where]) => notice('noValue', { name, where: firstOf(where) })),
    ...[true, false].flatMap((result) => {
      const constant = uses.filter((use) => use.constant === result).map(({ where }) => where);
      if (constant.length === 0) return [];
      return [notice('conditionConstant', { where: firstOf(constant), result: String(result) })];
    }),
  ];
}

/**
 * For expressions whose zone is not known, or its token configurations are not: says what questions about tokens need. A
 * text that only names such a field counts as well.
 */
export function tokenNotices(texts: readonly string[]): Notice[] {
  const isAsked = texts.some((text) => (text.match(/[a-z][a-z0-9_.]*/g) ?? []).some(asksTokens));
  return isAsked ? [notice('tokenConfigurationNeeded')] : [];
}

function firstOf(where: readonly string[]): string {
  const more = where.length - MOST_NAMED;
  return where.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
