import type { CodedValues } from '../kernel/columns/coded-values.ts';

/** The lines of a spool batch, by column. */
export interface LogBatch {
  readonly count: number;
  /** Stream and number of the first line in the spool. */
  readonly stream: string;
  readonly first: number;
  /**
   * The values of a field, or of `zoneId` or `accountId`; undefined if no line has one. Repeated values may be dictionary-encoded, so that
   * work per value is done once.
   */
  field(name: string): FieldValues | undefined;
}

export type FieldValues = CodedValues;
