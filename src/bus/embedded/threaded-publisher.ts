import { Worker } from 'node:worker_threads';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { BusErrorListener, Publisher, PublishResult } from '../bus.ts';
import { busClosed, checkName, publishFailed } from '../bus-errors.ts';
import { type Batch, payloadOf } from '../encoded-batch.ts';
import type {
  FromPublisherThread,
  PublisherThreadData,
  ToPublisherThread,
} from './publisher-thread.ts';

/** Bytes that may be pending for the disk. More is dropped, because traffic needs the memory. */
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/** Young generation of the thread's heap, which only forwards strings. */
const YOUNG_MEBIBYTES = 16;

export interface ThreadedPublisherOptions extends PublisherThreadData {
  readonly onError: BusErrorListener;
}

interface Pending {
  readonly topic: string;
  readonly count: number;
  readonly bytes: number;
  readonly resolve: (result: PublishResult) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly exited: Promise<void>;
}

/** Publishes to the embedded bus from a separate thread, so that a slow disk never delays traffic. */
export class ThreadedPublisher implements Publisher {
  readonly #options: ThreadedPublisherOptions;
  /** Started by the first batch, since an idle process needs no thread. */
  #thread: Thread | undefined;
  readonly #pending = new Map<number, Pending>();
  #pendingBytes = 0;
  /**
   * Lost messages by topic: those that the files do not count yet (`uncounted`), and the part that was not reported to the thread
   * (`unsent`).
   */
  readonly #dropped = new Map<string, { uncounted: number; unsent: number }>();
  #lastId = 0;
  #closed = false;

  constructor(options: ThreadedPublisherOptions) {
    this.#options = options;
  }

  async publish(topic: string, batch: Batch): Promise<PublishResult> {
    checkName('topic', topic);
    if (batch.length === 0) return { accepted: true };
    try {
      return await this.#post(topic, payloadOf(batch), batch.length);
    } catch (error) {
      const dropped = this.#droppedOf(topic);
      dropped.uncounted += batch.length;
      dropped.unsent += batch.length;
      this.#options.onError(publishFailed(topic, batch.length, error));
      return { accepted: false };
    }
  }

  /** Lost messages by topic that the files of the bus do not count yet: the next batch that is stored counts them. */
  dropped(): readonly { readonly topic: string; readonly count: number }[] {
    return [...this.#dropped].map(([topic, { uncounted }]) => ({ topic, count: uncounted }));
  }

  /** Writes pending batches and ends the thread. Idempotent. */
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
    const dropped = this.#droppedOf(topic);
    const { unsent } = dropped;
    dropped.unsent = 0;
    return new Promise((resolve) => {
      this.#pending.set(id, { topic, count, bytes: payload.length, resolve });
      this.#pendingBytes += payload.length;
      this.#send({ type: 'publish', id, topic, payload, count, droppedBefore: unsent });
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
    const dropped = this.#droppedOf(pending.topic);
    // With a stored batch, the file counts all losses reported to the thread.
    if (message.accepted) dropped.uncounted = dropped.unsent;
    else dropped.uncounted += pending.count;
    pending.resolve({ accepted: message.accepted });
  }

  #start(): Thread {
    const { onError, ...data } = this.#options;
    const workerData: PublisherThreadData = data;
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
    for (const { topic, count, resolve } of this.#pending.values()) {
      this.#droppedOf(topic).uncounted += count;
      resolve({ accepted: false });
    }
    this.#pending.clear();
    for (const dropped of this.#dropped.values()) dropped.unsent = dropped.uncounted;
  }

  #droppedOf(topic: string): { uncounted: number; unsent: number } {
    let dropped = this.#dropped.get(topic);
    if (!dropped) {
      dropped = { uncounted: 0, unsent: 0 };
      this.#dropped.set(topic, dropped);
    }
    return dropped;
  }

  #send(message: ToPublisherThread): void {
    this.#thread ??= this.#start();
    this.#thread.worker.postMessage(message);
  }
}
