import { Worker } from 'node:worker_threads';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { BusErrorListener, Publisher, PublishResult } from '../bus.ts';
import { busClosed, checkName, publishFailed } from '../bus-errors.ts';
import type {
  FromPublisherThread,
  PublisherThreadData,
  ToPublisherThread,
} from './publisher-thread.ts';

/** How much text may wait for the disk. More is dropped, since traffic needs the memory. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** Heap for new objects of the thread, which only passes texts on. */
const YOUNG_MEBIBYTES = 16;

export interface ThreadedPublisherOptions extends PublisherThreadData {
  readonly onError: BusErrorListener;
}

interface Pending {
  readonly bytes: number;
  readonly resolve: (result: PublishResult) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly exited: Promise<void>;
}

/**
 * Publishes to the embedded bus from a separate thread, so that a slow disk never delays the traffic that the
 * telemetry is about.
 */
export class ThreadedPublisher implements Publisher {
  readonly #options: ThreadedPublisherOptions;
  /** Started by the first batch, since an idle process needs no thread. */
  #thread: Thread | undefined;
  readonly #pending = new Map<number, Pending>();
  #pendingBytes = 0;
  #lastId = 0;
  #closed = false;

  constructor(options: ThreadedPublisherOptions) {
    this.#options = options;
  }

  async publish(topic: string, batch: readonly unknown[]): Promise<PublishResult> {
    checkName('topic', topic);
    if (batch.length === 0) return { accepted: true };
    try {
      return await this.#post(topic, JSON.stringify(batch), batch.length);
    } catch (error) {
      this.#options.onError(publishFailed(topic, batch.length, error));
      return { accepted: false };
    }
  }

  /** Writes what is pending and ends the thread. Idempotent. */
  async close(): Promise<void> {
    if (!this.#closed && this.#thread) this.#send({ type: 'close' });
    this.#closed = true;
    await this.#thread?.exited;
  }

  #post(topic: string, payload: string, count: number): Promise<PublishResult> {
    if (this.#closed) throw busClosed();
    if (this.#pendingBytes > MAX_PENDING_BYTES) {
      throw new PalisadeError(
        'bus_too_slow',
        'the disk is too slow for the messages that are published',
      );
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, { bytes: payload.length, resolve });
      this.#pendingBytes += payload.length;
      this.#send({ type: 'publish', id, topic, payload, count });
    });
  }

  #receive(message: FromPublisherThread): void {
    if (message.type === 'failed') {
      this.#options.onError(new PalisadeError(message.code, message.message));
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    this.#pendingBytes -= pending.bytes;
    pending.resolve({ accepted: message.accepted });
  }

  #start(): Thread {
    const { folder, writer, onError } = this.#options;
    const workerData: PublisherThreadData = { folder, writer };
    const worker = new Worker(new URL('./publisher-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEBIBYTES },
    });
    worker.on('message', (message: FromPublisherThread) => this.#receive(message));
    worker.on('error', (error: Error) => {
      onError(new PalisadeError('bus_thread_failed', error.message, { cause: error }));
    });
    const exited = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        this.#giveUp();
        resolve();
      });
    });
    return { worker, exited };
  }

  /** The thread has ended. Batches that it had not confirmed count as lost. The next batch starts another thread. */
  #giveUp(): void {
    this.#thread = undefined;
    this.#pendingBytes = 0;
    for (const { resolve } of this.#pending.values()) resolve({ accepted: false });
    this.#pending.clear();
  }

  #send(message: ToPublisherThread): void {
    this.#thread ??= this.#start();
    this.#thread.worker.postMessage(message);
  }
}
