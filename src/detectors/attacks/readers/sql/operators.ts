/** How strongly operators bind. Dialects differ in details that do not matter here. */
export const powers = { or: 1, and: 2, not: 3, compare: 4, arithmetic: 5, unary: 6 } as const;

const symbols: Readonly<Record<keyof typeof powers, string>> = {
  // In most dialects || joins strings, which reads the same way.
  or: '||',
  and: '&&',
  not: '',
  compare: '= == != <> < > <= >= <=> := =< => ~* !~ !~* @> <@ !> !<',
  arithmetic: '+ - * / % | & ^ << >> :: -> ->> #>',
  unary: '! ~',
};

/** By symbol: the power of an operator between operands, or of a sign before one. */
export const operatorPowers: ReadonlyMap<string, number> = new Map(
  Object.entries(symbols).flatMap(([level, list]) =>
    list
      .split(' ')
      .filter((symbol) => symbol !== '')
      .map((symbol): [string, number] => [symbol, powers[level as keyof typeof powers]]),
  ),
);

export const LONGEST_OPERATOR = 3;

/** Operators that are words; `not` stands before some of them. */
export const wordPowers: ReadonlyMap<string, number> = new Map([
  ['or', powers.or],
  ['xor', powers.or],
  ['and', powers.and],
  ...[
    'like',
    'ilike',
    'rlike',
    'regexp',
    'glob',
    'similar',
    'sounds',
    'between',
    'in',
    'is',
    'not',
    'isnull',
    'notnull',
  ].map((word): [string, number] => [word, powers.compare]),
  ...['div', 'mod', 'collate', 'escape', 'uescape'].map((word): [string, number] => [
    word,
    powers.arithmetic,
  ]),
]);

export const prefixSigns: ReadonlySet<string> = new Set(['+', '-', '!', '~']);

/** By byte: whether it occurs in the symbol of an operator. */
export const operatorBytes: Uint8Array = new Uint8Array(256);
for (const symbol of operatorPowers.keys()) {
  for (const character of symbol) operatorBytes[character.charCodeAt(0)] = 1;
}
