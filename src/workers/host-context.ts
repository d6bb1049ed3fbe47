import type { BackoffPolicy } from '../kernel/backoff.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Leases, Tasks } from './host-ports.ts';
import type { WorkersTelemetry } from './workers-telemetry.ts';

/** Dependencies and settings that the runners of one host share. */
export interface HostContext {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Identifies this process among all that share the database; new at every start. */
  readonly holder: string;
  readonly leases: Leases;
  readonly tasks: Tasks;
  readonly telemetry: WorkersTelemetry;
  /** How often a queue polls for work if nothing wakes it. */
  readonly pollMs: number;
  /** How long a claim lasts without renewal, unless its queue has its own time. After a crash, other nodes wait this long. */
  readonly claimMs: number;
  /** Pauses between the attempts at a task, unless its queue has its own policy. */
  readonly backoff: BackoffPolicy;
  /** Aborts when no new work may begin. */
  readonly stopping: AbortSignal;
  /** Aborts when running work must end. */
  readonly aborting: AbortSignal;
}

/** Runs one job or queue from start to stop. */
export interface Runner {
  readonly name: string;
  /** Resolves once `stopping` was aborted and the last run has ended. Never rejects. */
  run(): Promise<void>;
  wake(): void;
  /** Ends the pause after failures whose cause is gone. */
  retryNow(): void;
}
