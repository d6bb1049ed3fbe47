import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import type { Cursor } from './cursor.ts';

/** One of the ways in which a job reads the spool: along with what is published, or again between two times. */
export interface RunId {
  readonly jobId: number;
  /** Empty for the run that follows what is published. */
  readonly replay: string;
}

/** What lines become, so that a batch can be made again after the job has changed. */
export type ProgramText = Pick<ShippingJob, 'dataset' | 'scope' | 'filter' | 'output'>;

/** `produced = filtered + sampledOut + records`. */
export interface BatchCounts {
  readonly produced: number;
  readonly filtered: number;
  readonly sampledOut: number;
  readonly records: number;
  readonly missed: number;
}

/** A batch that is about to be sent. It is stored before that, so that it can be made again after a crash, with the same lines. */
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
  /** When the last of its lines was published. */
  readonly completeTo: number;
  readonly at: number;
  readonly attempts: number;
}
