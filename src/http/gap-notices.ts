import { isTokenName } from '../catalogs/fields/token-fields.ts';
import { type Notice, notice } from './envelope.ts';

/** An object with an expression, and the fields and functions in it that have no value in any request. */
export interface GapUse {
  /** Such as `rule 2`. */
  readonly where: string;
  readonly names: readonly string[];
  /** The result, if the condition has the same one for every request because of these. */
  readonly constant: boolean | undefined;
}

const MOST_NAMED = 5;

/** Notices about fields and functions without a value, where they are used, and which conditions are constant because of them. */
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
 * For expressions whose zone or token configurations are not known: a notice that token fields need a configuration. Names are
 * found by their spelling, so a string that contains one counts as well.
 */
export function tokenNotices(texts: readonly string[]): Notice[] {
  const usesTokens = texts.some((text) =>
    (text.match(/[a-z][a-z0-9_.]*/g) ?? []).some(isTokenName),
  );
  return usesTokens ? [notice('tokenConfigurationNeeded')] : [];
}

/** Names the first of many for a message. */
export function firstOf(where: readonly string[]): string {
  const more = where.length - MOST_NAMED;
  return where.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
