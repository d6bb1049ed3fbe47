import type { Transaction } from 'kysely';
import type { BackoffPolicy } from '../kernel/backoff.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';

/** Work that runs on a schedule. */
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

/** Requested work that must be done at least once, with retries, even if processes restart in between. */
export interface TaskQueue {
  /** Unique: `webhook-delivery`. */
  readonly name: string;
  /** How many tasks of this queue may run at once on one node. */
  readonly concurrency: number;
  /** After this many failed attempts a task becomes a dead letter: kept, visible, not run. */
  readonly maxAttempts: number;
  /**
   * How long after it was first due a task is retried. The last attempt is at this age; if it fails as
   * well, the task becomes a dead letter, however few attempts it had. A first attempt that throws
   * `RetryLater` is not the last one, whatever the age of the task.
   */
  readonly maxAgeMs: number;
  /**
   * After this many failed attempts a task no longer holds back those behind it with the same key. It is tried further, out of
   * order. Left out: order matters more than time.
   */
  readonly maxAttemptsInOrder?: number;
  /** Pauses between attempts. Default: 1 second, doubling up to 10 minutes. */
  readonly backoff?: BackoffPolicy;
  /** One attempt may take this long before its signal aborts. */
  readonly timeoutMs: number;
  /** May throw a `PermanentFailure` or a `RetryLater`; anything else is retried with growing pauses. */
  run(task: Task, signal: AbortSignal): Promise<void>;
  /** Called in the transaction that makes a task a dead letter, so that what the area stores about it changes with it. */
  onDeadLetter?(tx: Transaction<unknown>, task: Task, error: string): Promise<void>;
}

export interface Task {
  /** The same at every attempt, so that receivers can recognise a repetition. */
  readonly id: string;
  readonly payload: unknown;
  /** Counts from 1. */
  readonly attempt: number;
}

/** Thrown by a task that would fail in the same way however often it was tried: no more attempts. */
export class PermanentFailure extends PalisadeError {
  constructor(message: string, options?: { cause?: unknown }) {
    super('permanent_failure', message, options);
  }
}

/**
 * Thrown by a task whose receiver said when to come back, such as a 429 with `Retry-After`. The attempt
 * is not counted: only the queue's `maxAgeMs` limits how often and how long a task is put off.
 */
export class RetryLater extends PalisadeError {
  readonly afterMs: number;

  constructor(message: string, afterMs: number, options?: { cause?: unknown }) {
    super('retry_later', message, options);
    this.afterMs = afterMs;
  }
}
