/** The limits on the cost of an expression. */
export interface ExpressionLimits {
  /** Characters, with every run of white space counted as one. */
  readonly characters: number;
  /** Nested parentheses, `not` and calls. */
  readonly depth: number;
  /** Uses of `matches` and of functions that take a pattern. */
  readonly regexes: number;
  /** Instructions of one compiled pattern. */
  readonly regexProgramSize: number;
  /** Instructions of all patterns of an expression together. */
  readonly regexTotalSize: number;
  /** Stars in one wildcard. */
  readonly wildcardStars: number;
  /** Items of one inline set. */
  readonly setItems: number;
  /** Calls of `regex_replace` and `wildcard_replace` together. */
  readonly replaceCalls: number;
}

export const defaultLimits: ExpressionLimits = {
  characters: 4096,
  depth: 128,
  regexes: 64,
  regexProgramSize: 4_096,
  regexTotalSize: 8_000,
  wildcardStars: 64,
  setItems: 4096,
  replaceCalls: 1,
};

/** For stored expressions: limits apply only when an expression is written. */
export const noLimits: ExpressionLimits = {
  characters: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  regexes: Number.POSITIVE_INFINITY,
  regexProgramSize: Number.POSITIVE_INFINITY,
  regexTotalSize: Number.POSITIVE_INFINITY,
  wildcardStars: Number.POSITIVE_INFINITY,
  setItems: Number.POSITIVE_INFINITY,
  replaceCalls: Number.POSITIVE_INFINITY,
};
