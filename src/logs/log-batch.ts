/** Lines of one dataset by field, as one spool batch holds them. */
export interface LogBatch {
  readonly count: number;
  /** Where the lines are in the spool: the number of the first one, and the stream. */
  readonly stream: string;
  readonly first: number;
  /** Undefined if no line has a value. */
  field(name: string): FieldValues | undefined;
}

/** Lines that share a value refer to it, so that whatever depends on the value is done once. */
export interface FieldValues {
  readonly distinct: ArrayLike<unknown>;
  /** For each line the place of its value in `distinct`; undefined if there is a value for each line, in order. */
  readonly places: ArrayLike<number> | undefined;
}
