import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import type { Cursor } from './cursor.ts';

/** One of a job's passes over the spool: the live run, or a replay of a time range. */
export interface RunId {
  readonly jobId: number;
  /** Empty for the live run. */
  readonly replay: string;
}

/** The definition of a program, stored so that a batch can be recreated after the job has changed. */
export type ProgramText = Pick<ShippingJob, 'dataset' | 'scope' | 'filter' | 'output'>;

/** `produced = filtered + sampledOut + records`. */
export interface BatchCounts {
  readonly produced: number;
  readonly filtered: number;
  readonly sampledOut: number;
  readonly records: number;
  readonly missed: number;
}

/** A batch to be sent. It is stored first, so that it can be recreated after a crash with the same lines. */
export interface PlannedBatch extends BatchCounts {
  readonly id: string;
  readonly run: RunId;
  readonly from: Cursor;
  readonly to: Cursor;
  readonly program: ProgramText;
  /** Before compression. */
  readonly bytes: number;
  readonly firstTime: number;
  readonly lastTime: number;
  /** Publishing time of its last line. */
  readonly completeTo: number;
  readonly at: number;
  readonly attempts: number;
}
