import type { SpoolBatch, SpoolReader } from '../bus/spool.ts';
import type { Clock } from '../kernel/clock.ts';
import type { LogBatch } from '../logs/log-batch.ts';
import type { LogProgram, ProgramOptions } from '../logs/log-program.ts';
import type { Destination } from '../outbound/destinations/destination.ts';
import type { ShippingTelemetry } from './shipping-telemetry.ts';

/** Dependencies of delivery. */
export interface ShippingDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly telemetry: ShippingTelemetry;
  /** Opens the spool of a dataset's topic. */
  openSpool(dataset: string): SpoolReader;
  /** Undefined if the format of the lines is unknown to this version. */
  openBatch(dataset: string, batch: SpoolBatch): LogBatch | undefined;
  compile(options: ProgramOptions): LogProgram;
  openDestination(text: string): Destination | Promise<Destination>;
}
