import type { CodedValues } from '../kernel/columns/coded-values.ts';

/** Lines of one dataset by field, as one spool batch holds them. */
export interface LogBatch {
  readonly count: number;
  /** Where the lines are in the spool: the number of the first one, and the stream. */
  readonly stream: string;
  readonly first: number;
  /**
   * The values of a field, also `zoneId` and `accountId`; undefined if no line has one. Lines that share a value refer to it, so that
   * whatever depends on the value is done once.
   */
  field(name: string): FieldValues | undefined;
}

export type FieldValues = CodedValues;
