/** Work that runs on a schedule, somewhere, without anybody asking. */
export interface ScheduledJob {
  /** Unique; also the name of its lease: `outbox-trim`. */
  readonly name: string;
  readonly everyMs: number;
  /** `cluster`: on one node at a time, by lease. `node`: on every node. */
  readonly runsOn: 'cluster' | 'node';
  /** One run may take this long before its signal aborts. */
  readonly timeoutMs: number;
  run(signal: AbortSignal): Promise<void>;
}

/** Work that was asked for and must be done at least once, with retries, whatever restarts in between. */
export interface TaskQueue {
  /** Unique: `webhook-delivery`. */
  readonly name: string;
  /** How many tasks of this queue may run at once on one node. */
  readonly concurrency: number;
  /** After this many failed attempts a task becomes a dead letter: kept, visible, not run. */
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  run(task: Task, signal: AbortSignal): Promise<void>;
}

export interface Task {
  readonly id: string;
  readonly payload: unknown;
  /** Counts from 1. */
  readonly attempt: number;
}
