import type { Task } from '../contracts/job.ts';

export interface HeldLease {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
  readonly expiresAt: number;
}

/** The right to run a cluster job, shared with all nodes. The storage kit has one. */
export interface Leases {
  /** Takes or extends the lease; undefined when another holder has it. */
  acquire(name: string, holder: string, ttlMs: number): Promise<HeldLease | undefined>;
  release(lease: HeldLease): Promise<void>;
}

/** A task that this process alone may run until its claim expires. */
export interface ClaimedTask extends Task {
  readonly queue: string;
  readonly key: string | null;
  readonly holder: string;
  /** When it was first due; from here on its age counts. */
  readonly dueSince: number;
}

/** The tasks of all queues, shared with all nodes. False means: the claim was lost, nothing changed. */
export interface Tasks {
  claim(queue: string, limit: number, holder: string, claimMs: number): Promise<ClaimedTask[]>;
  extend(task: ClaimedTask, claimMs: number): Promise<boolean>;
  complete(task: ClaimedTask): Promise<boolean>;
  fail(task: ClaimedTask, error: string, nextRunAt: number): Promise<boolean>;
  /** As `fail`, without counting the attempt. */
  postpone(task: ClaimedTask, reason: string, nextRunAt: number): Promise<boolean>;
  bury(task: ClaimedTask, error: string): Promise<boolean>;
  release(task: ClaimedTask): Promise<boolean>;
  counts(): Promise<{ queue: string; state: string; count: number }[]>;
}
