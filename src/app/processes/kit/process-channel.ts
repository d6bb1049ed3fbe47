import type { LogLevel } from '../../../telemetry/pino-logger.ts';
import type { MetricsSnapshot } from '../../../telemetry/prometheus-metrics.ts';

/** The types of the messages that the primary and one kind of process exchange. Structured clone copies them. */
export interface ProcessChannel {
  /** The initial state of a process. */
  readonly start: unknown;
  /** A change of that state. */
  readonly update: unknown;
  readonly report: unknown;
}

/** The name of a process in logs and metrics, and its log settings. */
export interface ProcessIdentity {
  /** Such as `edge`. */
  readonly kind: string;
  /** From 1. A replacement gets the slot of the process it replaces. */
  readonly slot: number;
  /** Differs between a primary and its successor, so that their processes have different names while both run. */
  readonly generation: 0 | 1;
  readonly logLevel: LogLevel;
  readonly prettyLogs: boolean;
}

/** Messages of the primary to a process. */
export type ToProcess<Channel extends ProcessChannel> =
  | {
      readonly type: 'start';
      readonly identity: ProcessIdentity;
      readonly start: Channel['start'];
    }
  | { readonly type: 'update'; readonly update: Channel['update'] }
  | { readonly type: 'measure'; readonly requestId: number }
  /** `isReplaced`: another process already does the work of this one. */
  | { readonly type: 'drain'; readonly isReplaced: boolean };

/** Messages of a process to the primary. */
export type FromProcess<Channel extends ProcessChannel> =
  /** The process runs and waits for `start`. */
  | { readonly type: 'hello' }
  | { readonly type: 'serving' }
  /** The process has applied an update, or failed to. */
  | { readonly type: 'updated' }
  | { readonly type: 'disk-full'; readonly problem: string }
  | { readonly type: 'report'; readonly report: Channel['report'] }
  | { readonly type: 'measured'; readonly requestId: number; readonly metrics: MetricsSnapshot };

/** The first inherited descriptor of a process: 0 to 2 are the standard streams, 3 is the channel to the primary. */
export const FIRST_INHERITED = 4;
