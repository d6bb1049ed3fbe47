import type { LogLevel } from '../../../telemetry/pino-logger.ts';
import type { MetricsSnapshot } from '../../../telemetry/prometheus-metrics.ts';

/** The types of the messages that the primary and one kind of process exchange. Structured clone copies them. */
export interface ProcessChannel {
  /** Everything a process has to know when it starts. */
  readonly start: unknown;
  /** What changes later. */
  readonly update: unknown;
  /** What a process tells the primary. */
  readonly report: unknown;
}

/** How a process names itself in logs and metrics, and what it logs. */
export interface ProcessIdentity {
  /** Such as `edge`. */
  readonly kind: string;
  /** From 1. A replacement gets the slot of the process it replaces. */
  readonly slot: number;
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
  | { readonly type: 'drain' };

/** Messages of a process to the primary. */
export type FromProcess<Channel extends ProcessChannel> =
  /** The process runs and waits for `start`. */
  | { readonly type: 'hello' }
  | { readonly type: 'serving' }
  | { readonly type: 'report'; readonly report: Channel['report'] }
  | { readonly type: 'measured'; readonly requestId: number; readonly metrics: MetricsSnapshot };

/** Argument of a process that the cluster module has started. */
export const CLUSTER_ARGUMENT = 'cluster-worker';
