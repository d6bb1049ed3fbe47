import { setImmediate } from 'node:timers/promises';
import type { TaskQueue } from '../contracts/job.ts';
import { backoffDelay } from '../kernel/backoff.ts';
import { WakeableSleep } from '../kernel/wakeable-sleep.ts';
import type { HostContext, Runner } from './host-context.ts';
import type { ClaimedTask } from './host-ports.ts';
import { runTask } from './task-run.ts';

const MAX_READ_RETRY_MS = 30_000;

/** Claims tasks of one queue whenever a slot is free, and runs them side by side. */
export class QueueRunner implements Runner {
  readonly #queue: TaskQueue;
  readonly #host: HostContext;
  readonly #pause: WakeableSleep;
  readonly #running = new Set<Promise<void>>();
  #failures = 0;

  constructor(queue: TaskQueue, host: HostContext) {
    this.#queue = queue;
    this.#host = host;
    this.#pause = new WakeableSleep(host.clock);
  }

  get name(): string {
    return this.#queue.name;
  }

  wake(): void {
    this.#pause.wake();
  }

  retryNow(): void {
    this.#failures = 0;
    this.#pause.wake();
  }

  async run(): Promise<void> {
    const { stopping } = this.#host;
    stopping.addEventListener('abort', () => this.#pause.wake(), { once: true });
    while (!stopping.aborted) {
      await this.#pause.sleep(await this.#turn());
      // SQLite calls never yield to the event loop. Without this, a long queue of quick tasks would block the process.
      await setImmediate();
    }
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Fills the free slots; returns how long to sleep unless something wakes the runner. */
  async #turn(): Promise<number> {
    const { pollMs, random, telemetry } = this.#host;
    try {
      await this.#fill();
      this.#failures = 0;
      return pollMs * (0.75 + random() / 2);
    } catch (error) {
      telemetry.queueUnreadable(this.#queue.name, error);
      const policy = { firstMs: pollMs, maxMs: MAX_READ_RETRY_MS, factor: 2 };
      return backoffDelay(policy, ++this.#failures, random);
    }
  }

  async #fill(): Promise<void> {
    const { tasks, holder, stopping } = this.#host;
    const claimMs = this.#queue.claimMs ?? this.#host.claimMs;
    const free = this.#queue.concurrency - this.#running.size;
    if (free <= 0) return;
    const claimed = await tasks.claim(this.#queue.name, free, holder, claimMs);
    if (stopping.aborted) await Promise.all(claimed.map((task) => tasks.release(task)));
    else for (const task of claimed) this.#start(task);
  }

  #start(task: ClaimedTask): void {
    const run = runTask(this.#queue, task, this.#host).finally(() => {
      this.#running.delete(run);
      this.#pause.wake();
    });
    this.#running.add(run);
  }
}
