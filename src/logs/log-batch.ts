import type { CodedValues } from '../kernel/columns/coded-values.ts';

/** The lines of one spool batch, by field. */
export interface LogBatch {
  readonly count: number;
  /** The stream of the spool, and the number of the first line in it. */
  readonly stream: string;
  readonly first: number;
  /**
   * The values of a field, also `zoneId` and `accountId`; undefined if no line has one. Repeated values are dictionary-encoded, so that
   * work that depends only on the value is done once.
   */
  field(name: string): FieldValues | undefined;
}

export type FieldValues = CodedValues;
