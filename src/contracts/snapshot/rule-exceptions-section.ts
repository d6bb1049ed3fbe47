/** The values that managed rules of a zone do not see. */
export interface RuleExceptionsSection {
  readonly exceptions: readonly RuleExceptionSnapshot[];
}

export interface RuleExceptionSnapshot {
  readonly ruleId: string;
  /** A path, or the beginning of paths, which ends in `*`. */
  readonly path: string;
  readonly place: string;
  /** The name of the value; empty for values without a name. */
  readonly field: string;
  /** Milliseconds since the epoch; absent if it has no end. */
  readonly endAt?: number;
}
