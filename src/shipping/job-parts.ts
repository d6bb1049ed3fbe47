import type { SpoolReader } from '../bus/spool.ts';
import type { ShippingJob } from '../contracts/shipping/shipping-job.ts';
import type { LogProgram } from '../logs/log-program.ts';
import type { Destination } from '../outbound/destinations/destination.ts';
import type { BodyQueue } from './body-queue.ts';
import type { LedgerFile } from './ledger-file.ts';
import type { ProgramText } from './planned-batch.ts';
import type { ShippingDeps } from './shipping-deps.ts';

/** Shared by the runs of a job. */
export interface JobParts {
  readonly job: ShippingJob;
  readonly program: LogProgram;
  readonly ledger: LedgerFile;
  readonly spool: SpoolReader;
  readonly deps: ShippingDeps;
  /** Opened lazily. Rejects if it cannot be opened now. */
  destination(): Promise<Destination>;
  /** Shared by all jobs. */
  readonly bodies: BodyQueue;
  /** Compiles the program of a batch, which may have been planned before the job was changed. */
  programOf(text: ProgramText): LogProgram;
  /** To be called when an attempt fails, or when the job cannot deliver for another reason. */
  failed(error: unknown, batchId?: string, attempts?: number): void;
  /** To be called when a batch is planned, delivered or dropped. */
  changed(batchId: string): void;
  /** To be called when a run can take lines again. */
  wake(): void;
}
