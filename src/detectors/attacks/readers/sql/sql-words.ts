/**
 * Words with a meaning in expressions and clauses. All other words are names; the words that begin statements are in
 * `statement-shapes.ts`, because they are names anywhere else.
 */
export const reservedWords: ReadonlySet<string> = new Set(
  `and or xor not is in like ilike rlike regexp glob similar sounds between div mod collate escape uescape isnull
  notnull null true false unknown case when then else end select union intersect except minus all any some distinct
  exists from where group order having limit offset fetch for into procedure join on using as by set values
  binary interval separator lateral returning window`
    .trim()
    .split(/\s+/),
);

/** Reserved words that are functions if a parenthesis follows. */
export const callableWords: ReadonlySet<string> = new Set([
  'values',
  'mod',
  'binary',
  'glob',
  'like',
]);

/** Words that stand before a noun in a sentence, so that no table follows `from` and no column `select`. */
export const determiners: ReadonlySet<string> = new Set(
  `the a an your our my his her their its this that these those each any one some which what whatever there here
  among below above it them us me you various several many`
    .trim()
    .split(/\s+/),
);

/** Letters directly before a quote that belong to the string: national, hexadecimal, bits, escapes, Oracle's q. */
export const stringPrefixes: ReadonlySet<string> = new Set(['n', 'x', 'b', 'e', 'q', 'nq', 'r']);
