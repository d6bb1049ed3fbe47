import type { SpoolReader } from '../bus/spool.ts';
import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import type { LogProgram } from '../logs/log-program.ts';
import type { Destination } from '../outbound/destinations/destination.ts';
import type { BodyQueue } from './body-queue.ts';
import type { LedgerFile } from './ledger-file.ts';
import type { ProgramText } from './planned-batch.ts';
import type { ShippingDeps } from './shipping-deps.ts';

/** What the runs of a job share. */
export interface JobParts {
  readonly job: ShippingJob;
  readonly program: LogProgram;
  readonly ledger: LedgerFile;
  readonly spool: SpoolReader;
  readonly deps: ShippingDeps;
  /** Opened when it is first needed. Rejects if that is not possible now. */
  destination(): Promise<Destination>;
  /** Of all jobs. */
  readonly bodies: BodyQueue;
  /** The program of a batch that may have been planned before the job was changed. */
  programOf(text: ProgramText): LogProgram;
  /** An attempt failed, or something else that keeps the job from delivering. */
  failed(error: unknown, batchId?: string, attempts?: number): void;
  /** A batch was planned, delivered or dropped. */
  changed(batchId: string): void;
  /** A run may want lines again. */
  wake(): void;
}
