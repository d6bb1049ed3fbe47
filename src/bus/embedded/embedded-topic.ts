import { setImmediate } from 'node:timers/promises';
import type { SpoolSettings } from '../../contracts/spool-settings.ts';
import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import { moveAside } from '../../kernel/disk-errors/damaged-database.ts';
import { isDamage } from '../../kernel/disk-errors/sqlite-errors.ts';
import type { BusErrorListener, ConsumeOptions, Subscription, TopicStats } from '../bus.ts';
import { cursorsLost, nameTaken, notAPublisher, trimFailed } from '../bus-errors.ts';
import type { Batch } from '../encoded-batch.ts';
import { BatchReader } from './batch-reader.ts';
import {
  consumerFile,
  consumerLock,
  consumersFolder,
  removeDatabase,
  topicFolder,
  writerFile,
  writerLock,
} from './bus-folder.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { CursorFile } from './cursor-file.ts';
import { FolderReaders } from './folder-readers.ts';
import { KnownConsumers } from './known-consumers.ts';
import { lockName, type NameLock, tryLockName } from './name-lock.ts';
import { summarize } from './topic-stats.ts';
import { TopicWriter } from './topic-writer.ts';

export interface TopicSettings {
  readonly folder: string;
  readonly writer: string | undefined;
  readonly maxBytes: number;
  readonly spool: SpoolSettings | undefined;
  readonly isDiskLow: () => boolean;
  readonly pollMs: number;
  readonly backoff: BackoffPolicy;
  readonly clock: Clock;
  readonly onError: BusErrorListener;
}

/** The writer, consumers and readers of this process for one topic. */
export class EmbeddedTopic {
  readonly #topic: string;
  readonly #settings: TopicSettings;
  readonly #sources: FolderReaders<BatchReader>;
  readonly #known: KnownConsumers;
  readonly #loops = new Set<ConsumerLoop>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #writer: TopicWriter | undefined;

  constructor(topic: string, settings: TopicSettings) {
    const { folder, onError } = settings;
    this.#topic = topic;
    this.#settings = settings;
    this.#sources = new FolderReaders({
      folder: topicFolder(folder, topic),
      open: (file, name) => BatchReader.open(file, name, onError),
      onError,
    });
    this.#known = new KnownConsumers(consumersFolder(folder, topic), onError);
    this.#writer = settings.writer === undefined ? undefined : this.#writerOf(settings.writer);
  }

  publish(batch: Batch): boolean {
    if (!this.#writer) throw notAPublisher();
    const accepted = this.#writer.publish(batch);
    if (accepted) for (const loop of this.#loops) loop.wake();
    return accepted;
  }

  consume(options: ConsumeOptions): Subscription {
    const { folder } = this.#settings;
    const { consumer } = options;
    const lock = lockName(consumerLock(folder, this.#topic, consumer), () =>
      nameTaken('consumer', consumer),
    );
    try {
      const cursorFile = this.#openCursors(consumer);
      const loop = new ConsumerLoop({
        ...this.#settings,
        ...options,
        pollMs: options.pollMs ?? this.#settings.pollMs,
        sources: this.#sources,
        cursorFile,
      });
      return this.#begin(loop, () => {
        cursorFile.close();
        lock.release();
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  removeConsumer(consumer: string): void {
    const { folder } = this.#settings;
    const lock = lockName(consumerLock(folder, this.#topic, consumer), () =>
      nameTaken('consumer', consumer),
    );
    try {
      removeDatabase(consumerFile(folder, this.#topic, consumer));
    } finally {
      lock.release();
    }
  }

  /** Removes expired or acknowledged messages from this process' file. */
  async trim(): Promise<void> {
    while (this.#writer?.trim()) await setImmediate();
  }

  /** Does the same for writers that no longer run, and removes their files when they are empty. */
  async cleanUp(): Promise<void> {
    const { folder } = this.#settings;
    for (const writer of this.#sources.refresh()) {
      const file = writerFile(folder, this.#topic, writer);
      let lock: NameLock | undefined;
      try {
        lock = tryLockName(writerLock(folder, writer));
        if (!lock) continue;
        const gone = this.#writerOf(writer);
        while (gone.trim()) await setImmediate();
        gone.close();
        if (this.#isEmpty(writer)) removeDatabase(file);
      } catch (error) {
        this.#settings.onError(trimFailed(file, error));
      } finally {
        lock?.release();
      }
    }
  }

  stats(): TopicStats {
    return summarize(this.#topic, this.#sources, this.#known, this.#writer?.refused ?? 0);
  }

  async stopConsumers(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
  }

  close(): void {
    // Readers close first: the last connection to a file removes its WAL, and only the writer may do that.
    this.#sources.close();
    this.#writer?.close();
    this.#known.close();
  }

  /** Without its cursors a consumer gets all stored messages again. Consumers must handle repeated messages anyway. */
  #openCursors(consumer: string): CursorFile {
    const { folder, onError } = this.#settings;
    const file = consumerFile(folder, this.#topic, consumer);
    try {
      return new CursorFile(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      onError(cursorsLost(this.#topic, consumer, error));
      moveAside(file);
      return new CursorFile(file);
    }
  }

  #writerOf(writer: string): TopicWriter {
    const { folder, maxBytes, spool } = this.#settings;
    const kept = spool?.topics.includes(this.#topic) ? spool : undefined;
    return new TopicWriter({
      ...this.#settings,
      maxBytes: kept?.maxBytes ?? maxBytes,
      maxAgeMs: kept?.maxAgeMs,
      topic: this.#topic,
      file: writerFile(folder, this.#topic, writer),
      consumers: this.#known,
    });
  }

  #isEmpty(writer: string): boolean {
    const totals = this.#sources.read(writer, (reader) => reader.totals());
    return totals !== undefined && totals.newest < totals.oldest;
  }

  #begin(loop: ConsumerLoop, release: () => void): Subscription {
    let stopped: Promise<void> | undefined;
    const end = async () => {
      await loop.stop();
      this.#loops.delete(loop);
      this.#subscriptions.delete(subscription);
      release();
    };
    const subscription: Subscription = {
      retryNow: () => loop.retryNow(),
      stop() {
        stopped ??= end();
        return stopped;
      },
    };
    this.#loops.add(loop);
    this.#subscriptions.add(subscription);
    loop.start();
    return subscription;
  }
}
