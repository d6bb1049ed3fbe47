import { existsSync } from 'node:fs';
import type { SpoolSettings } from '../../contracts/spool-settings.ts';
import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import type {
  Bus,
  BusErrorListener,
  ConsumeOptions,
  PublishResult,
  Subscription,
  TopicStats,
} from '../bus.ts';
import { busClosed, checkBatchSize, checkName, nameTaken } from '../bus-errors.ts';
import type { Batch } from '../encoded-batch.ts';
import { listTopics, writerFile, writerLock } from './bus-folder.ts';
import { EmbeddedTopic, type TopicSettings } from './embedded-topic.ts';
import { isDiskLow } from './is-disk-low.ts';
import { isNameLocked, lockName, type NameLock } from './name-lock.ts';

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const DEFAULT_POLL_MS = 200;
const MAINTAIN_MS = 10 * 60_000;
const DEFAULT_BACKOFF: BackoffPolicy = { firstMs: 100, maxMs: 30_000, factor: 2 };

export interface EmbeddedBusOptions {
  /** On a local disk: file locks and shared memory do not work over a network. */
  readonly folder: string;
  /** The writer name of this process; undefined if it does not publish. */
  readonly writer?: string;
  /** The maximum number of payload bytes kept per topic and writer. */
  readonly maxBytes?: number;
  /** Topics with a retention time; the others are work queues. */
  readonly spool?: SpoolSettings;
  /** Whether this process also trims the files of writers that no longer run. */
  readonly cleansUp?: boolean;
  /** Whether spools should stop growing. */
  readonly isDiskLow?: () => boolean;
  /** How often consumers poll for messages of other processes. */
  readonly pollMs?: number;
  readonly backoff?: BackoffPolicy;
  readonly clock: Clock;
  /** Called for dropped batches, failed handlers and unreadable files. Must not throw. */
  readonly onError: BusErrorListener;
}

/** A bus for the processes of one node, stored in SQLite files. Throws if the writer name is in use. */
export function openEmbeddedBus(options: EmbeddedBusOptions): Bus {
  return new SqliteFileBus(options);
}

/** Whether a process publishes under this name at the moment. Creates nothing. */
export function isWriterActive(folder: string, writer: string): boolean {
  return isNameLocked(writerLock(folder, writer));
}

class SqliteFileBus implements Bus {
  readonly #settings: TopicSettings;
  readonly #topics = new Map<string, EmbeddedTopic>();
  readonly #lock: NameLock | undefined;
  readonly #closing = new AbortController();
  readonly #maintained: Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(options: EmbeddedBusOptions) {
    const { folder, writer } = options;
    if (writer !== undefined) this.#lock = lockWriter(folder, writer);
    this.#settings = {
      folder,
      writer,
      maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
      spool: options.spool,
      isDiskLow: options.isDiskLow ?? (() => isDiskLow(folder)),
      pollMs: options.pollMs ?? DEFAULT_POLL_MS,
      backoff: options.backoff ?? DEFAULT_BACKOFF,
      clock: options.clock,
      onError: options.onError,
    };
    this.#maintained = options.spool
      ? this.#maintain(options.cleansUp ?? false)
      : Promise.resolve();
  }

  async publish(topic: string, batch: Batch): Promise<PublishResult> {
    const target = this.#topic(topic);
    if (batch.length === 0) return { accepted: true };
    return { accepted: target.publish(batch) };
  }

  async consume(options: ConsumeOptions): Promise<Subscription> {
    this.#checkOpen();
    checkName('consumer', options.consumer);
    checkBatchSize(options.batchSize);
    return this.#topic(options.topic).consume(options);
  }

  async removeConsumer(topic: string, consumer: string): Promise<void> {
    this.#checkOpen();
    checkName('consumer', consumer);
    this.#topic(topic).removeConsumer(consumer);
  }

  async stats(): Promise<readonly TopicStats[]> {
    this.#checkOpen();
    const known = new Set([...listTopics(this.#settings.folder), ...this.#topics.keys()]);
    return [...known].sort().map((topic) => this.#topic(topic).stats());
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#maintained;
    // Consumers first, because a handler may publish until it ends.
    await Promise.all([...this.#topics.values()].map((topic) => topic.stopConsumers()));
    for (const topic of this.#topics.values()) topic.close();
    this.#lock?.release();
  }

  /** Removes expired messages from spools even if nothing is published. */
  async #maintain(cleansUp: boolean): Promise<void> {
    const { folder, writer, clock } = this.#settings;
    const { signal } = this.#closing;
    while (await slept(clock, MAINTAIN_MS, signal)) {
      for (const topic of listTopics(folder)) {
        if (cleansUp) await this.#topic(topic).cleanUp();
        const isOwn = writer !== undefined && existsSync(writerFile(folder, topic, writer));
        if (isOwn) await this.#topic(topic).trim();
      }
    }
  }

  #topic(name: string): EmbeddedTopic {
    const known = this.#topics.get(name);
    if (known) return known;
    checkName('topic', name);
    const topic = new EmbeddedTopic(name, this.#settings);
    this.#topics.set(name, topic);
    return topic;
  }

  #checkOpen(): void {
    if (this.#closed) throw busClosed();
  }
}

/** False if the signal has aborted. */
function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => !signal.aborted,
    () => false,
  );
}

function lockWriter(folder: string, writer: string): NameLock {
  checkName('writer', writer);
  return lockName(writerLock(folder, writer), () => nameTaken('writer', writer));
}
