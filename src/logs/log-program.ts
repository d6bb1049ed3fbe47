import type { LogScope, OutputOptions } from '../contracts/shipping/shipping-job.ts';
import type { LogBatch } from './log-batch.ts';

/** The compiled processing of a job: selects lines by scope, filter and sample rate, and writes them as text. */
export interface LogProgram {
  run(batch: LogBatch): ProgramResult;
}

/** `produced = filtered + sampledOut + records.length`. */
export interface ProgramResult {
  /** Lines of the scope. */
  readonly produced: number;
  readonly filtered: number;
  readonly sampledOut: number;
  /** One text per line, with prefix and suffix, without delimiter. */
  readonly records: readonly string[];
  /** The time of each record, in milliseconds since the epoch. */
  readonly times: Float64Array;
}

export interface ProgramOptions {
  readonly dataset: string;
  /** Undefined: lines of all zones and accounts, for operators. */
  readonly scope: LogScope | undefined;
  /** JSON text, checked when the job was stored. */
  readonly filter: string | undefined;
  /** Whether the filter may use the operators of live sessions. */
  readonly isLive?: boolean;
  readonly output: OutputOptions;
  /** Lines are sampled by a hash of this and their number in the spool, so that a rebuilt batch has the same lines. */
  readonly seed: string;
}
