import { Worker } from 'node:worker_threads';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { BusErrorListener, Publisher, PublishResult } from '../bus.ts';
import { busClosed, checkName, publishFailed } from '../bus-errors.ts';
import type {
  FromPublisherThread,
  PublisherThreadData,
  ToPublisherThread,
} from './publisher-thread.ts';

/** Text that may wait for the disk; more is dropped, since memory is what traffic needs. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** For new objects of the thread: it only passes texts on. */
const YOUNG_MEBIBYTES = 16;

export interface ThreadedPublisherOptions extends PublisherThreadData {
  readonly onError: BusErrorListener;
}

interface Pending {
  readonly bytes: number;
  readonly answer: (result: PublishResult) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly exited: Promise<void>;
}

/**
 * Publishes to the embedded bus from a thread of its own, so that a slow disk never holds up the
 * traffic whose telemetry this is.
 */
export class ThreadedPublisher implements Publisher {
  readonly #options: ThreadedPublisherOptions;
  /** Started by the first batch: an idle process needs none. */
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
      throw new PalisadeError('bus_too_slow', 'the disk is slower than what is to be written');
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((answer) => {
      this.#pending.set(id, { bytes: payload.length, answer });
      this.#pendingBytes += payload.length;
      this.#send({ type: 'publish', id, topic, payload, count });
    });
  }

  #heard(message: FromPublisherThread): void {
    if (message.type === 'failed') {
      this.#options.onError(new PalisadeError(message.code, message.message));
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    this.#pendingBytes -= pending.bytes;
    pending.answer({ accepted: message.accepted });
  }

  #start(): Thread {
    const { folder, writer, onError } = this.#options;
    const workerData: PublisherThreadData = { folder, writer };
    const worker = new Worker(new URL('./publisher-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEBIBYTES },
    });
    worker.on('message', (message: FromPublisherThread) => this.#heard(message));
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

  /** The thread is gone; what it had not confirmed counts as lost. The next batch starts another. */
  #giveUp(): void {
    this.#thread = undefined;
    this.#pendingBytes = 0;
    for (const { answer } of this.#pending.values()) answer({ accepted: false });
    this.#pending.clear();
  }

  #send(message: ToPublisherThread): void {
    this.#thread ??= this.#start();
    this.#thread.worker.postMessage(message);
  }
}
