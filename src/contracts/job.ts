import type { Transaction } from 'kysely';
import type { BackoffPolicy } from '../kernel/backoff.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';

/** A job that runs on a schedule. */
export interface ScheduledJob {
  /** Unique; also the name of its lease: `outbox-trim`. */
  readonly name: string;
  readonly everyMs: number;
  /** `cluster`: on one node at a time, by lease. `node`: on every node. */
  readonly runsOn: 'cluster' | 'node';
  /** Timeout of one run, after which its signal aborts. */
  readonly timeoutMs: number;
  run(signal: AbortSignal): Promise<void>;
}

/** A queue of tasks that run at least once, with retries, even if processes restart in between. */
export interface TaskQueue {
  /** Unique: `webhook-delivery`. */
  readonly name: string;
  /** The maximum number of tasks of this queue that run at once on one node. */
  readonly concurrency: number;
  /** After this many failed attempts a task becomes a dead letter: kept, visible, not run. */
  readonly maxAttempts: number;
  /**
   * The maximum age of a task since it was first due. The last attempt is at this age; if it fails, the task becomes a
   * dead letter, however few attempts it had. A first attempt that throws `RetryLater` is not the last one, whatever
   * the age.
   */
  readonly maxAgeMs: number;
  /**
   * After this many failed attempts a task no longer blocks later tasks with the same key (head-of-line blocking). It
   * is still retried, out of order. Undefined: tasks with the same key always run in order.
   */
  readonly maxAttemptsInOrder?: number;
  /** Delays between attempts. Default: 1 second, doubling up to 10 minutes. */
  readonly backoff?: BackoffPolicy;
  /** Timeout of one attempt, after which its signal aborts. */
  readonly timeoutMs: number;
  /** How long a claim lasts without renewal: a task that ran in a crash is run again after this time. Default: a minute. */
  readonly claimMs?: number;
  /** May throw a `PermanentFailure` or a `RetryLater`; after any other error the task is retried with backoff. */
  run(task: Task, signal: AbortSignal): Promise<void>;
  /** Called in the transaction that makes a task a dead letter, so that the area can update its own records in it. */
  onDeadLetter?(tx: Transaction<unknown>, task: Task, error: string): Promise<void>;
}

export interface Task {
  /** The same at every attempt, so that receivers can deduplicate. */
  readonly id: string;
  readonly payload: unknown;
  /** Counts from 1. */
  readonly attempt: number;
}

/** Thrown by a task that is not retryable: it becomes a dead letter without further attempts. */
export class PermanentFailure extends PalisadeError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('permanent_failure', message, options);
  }
}

/**
 * Thrown by a task whose receiver asked for a later retry, such as a 429 with `Retry-After`. The attempt is not
 * counted: only the queue's `maxAgeMs` limits how often and how long a task is postponed.
 */
export class RetryLater extends PalisadeError {
  readonly afterMs: number;

  constructor(message: string, afterMs: number, options?: { cause?: unknown }) {
    super('retry_later', message, options);
    this.afterMs = afterMs;
  }
}
