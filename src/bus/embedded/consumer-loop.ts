import { setImmediate } from 'node:timers/promises';
import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RetryPause } from '../../kernel/retry-pause.ts';
import { WakeableSleep } from '../../kernel/wakeable-sleep.ts';
import type { BusErrorListener, BusMessage, ConsumeOptions } from '../bus.ts';
import { deliveryFailed } from '../bus-errors.ts';
import type { BatchReader } from './batch-reader.ts';
import type { CursorFile } from './cursor-file.ts';
import type { FolderReaders } from './folder-readers.ts';

interface ConsumerLoopOptions extends ConsumeOptions {
  readonly sources: FolderReaders<BatchReader>;
  readonly cursorFile: CursorFile;
  readonly pollMs: number;
  readonly backoff: BackoffPolicy;
  readonly clock: Clock;
  readonly onError: BusErrorListener;
}

/** A batch in delivery. It stays in memory until it is acknowledged, so that a retry delivers the same batch. */
interface Delivery {
  readonly messages: readonly BusMessage[];
  readonly cursors: ReadonlyMap<string, number>;
  handled: boolean;
}

/** One durable consumer: collects messages from the files of all writers, delivers them and advances its cursors. */
export class ConsumerLoop {
  readonly #options: ConsumerLoopOptions;
  readonly #pause: WakeableSleep;
  /** Not ended by new messages. */
  readonly #retry: RetryPause;
  readonly #stop = new AbortController();
  readonly #cursors: Map<string, number>;
  #delivery: Delivery | undefined;
  #turn = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ConsumerLoopOptions) {
    this.#options = options;
    this.#pause = new WakeableSleep(options.clock);
    this.#retry = new RetryPause(options.backoff, options.clock);
    this.#cursors = options.cursorFile.load();
  }

  start(): void {
    this.#running = this.#run();
  }

  wake(): void {
    this.#pause.wake();
  }

  retryNow(): void {
    this.#retry.retryNow();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#pause.wake();
    this.#retry.retryNow();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { topic, consumer, onError, pollMs } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const delivered = await this.#deliver();
        this.#retry.succeeded();
        // A handler that never waits would block the event loop.
        if (delivered) await setImmediate();
        else if (!signal.aborted) await this.#pause.sleep(pollMs);
      } catch (error) {
        onError(deliveryFailed(topic, consumer, error));
        await this.#retry.afterFailure();
      }
    }
  }

  /** Delivers and acknowledges one batch; false if there is none. */
  async #deliver(): Promise<boolean> {
    this.#delivery ??= this.#gather();
    const delivery = this.#delivery;
    if (!delivery) return false;
    if (!delivery.handled) await this.#options.handler(delivery.messages, this.#stop.signal);
    // If saving the cursors fails, only that is retried.
    delivery.handled = true;
    this.#options.cursorFile.save(delivery.cursors);
    for (const [generation, last] of delivery.cursors) this.#cursors.set(generation, last);
    this.#delivery = undefined;
    return true;
  }

  /** Starts at another writer each time, so that a busy one cannot starve the others. */
  #gather(): Delivery | undefined {
    const { sources, batchSize } = this.#options;
    const names = sources.refresh();
    const start = this.#turn++ % Math.max(1, names.length);
    const messages: BusMessage[] = [];
    const cursors = new Map<string, number>();
    for (const name of [...names.slice(start), ...names.slice(0, start)]) {
      if (messages.length === batchSize) break;
      sources.read(name, (reader) => {
        const cursor = this.#cursors.get(reader.generation) ?? 0;
        const chunk = reader.next(cursor, batchSize - messages.length);
        if (!chunk) return;
        for (const message of chunk.messages) messages.push(message);
        cursors.set(reader.generation, chunk.last);
      });
    }
    return messages.length > 0 ? { messages, cursors, handled: false } : undefined;
  }
}
