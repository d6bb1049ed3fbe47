import type { Transaction } from 'kysely';
import type { Task } from '../contracts/job.ts';

export interface HeldLease {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
}

/** Leases on cluster jobs, shared with all nodes. `LeaseStore` of the storage kit implements this. */
export interface Leases {
  /** Takes and extends leases; returns those that `holder` has now. */
  acquire(names: readonly string[], holder: string, ttlMs: number): Promise<HeldLease[]>;
  release(leases: readonly HeldLease[]): Promise<void>;
}

/** A task that this process alone may run until its claim expires. */
export interface ClaimedTask extends Task {
  readonly queue: string;
  readonly key: string | null;
  readonly holder: string;
  /** When it was first due; its age counts from then. */
  readonly dueSince: number;
  /** Whether an earlier attempt has failed or was postponed. */
  readonly wasTried: boolean;
}

/**
 * The tasks of all queues, shared with all nodes. `TaskStore` of the storage kit implements this. A result of
 * false means that the claim was lost and nothing was changed.
 */
export interface Tasks {
  claim(queue: string, limit: number, holder: string, claimMs: number): Promise<ClaimedTask[]>;
  extend(task: ClaimedTask, claimMs: number): Promise<boolean>;
  complete(task: ClaimedTask): Promise<boolean>;
  fail(task: ClaimedTask, error: string, nextRunAt: number): Promise<boolean>;
  /** The same as `fail`, but later tasks with the same key stop waiting for it. */
  failOutOfOrder(task: ClaimedTask, error: string, nextRunAt: number): Promise<boolean>;
  /** The same as `fail`, without counting the attempt. */
  postpone(task: ClaimedTask, reason: string, nextRunAt: number): Promise<boolean>;
  /** `also` is called in the transaction that buries the task. */
  bury(
    task: ClaimedTask,
    error: string,
    also?: (tx: Transaction<unknown>) => Promise<void>,
  ): Promise<boolean>;
  release(task: ClaimedTask): Promise<boolean>;
  counts(): Promise<{ queue: string; state: string; count: number }[]>;
}
