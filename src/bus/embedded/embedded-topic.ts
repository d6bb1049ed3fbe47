import type { BackoffPolicy } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import { moveAside } from '../../kernel/damaged-database.ts';
import { isDamage } from '../../kernel/sqlite-errors.ts';
import type { BusErrorListener, ConsumeOptions, Subscription, TopicStats } from '../bus.ts';
import { cursorsLost, nameTaken, notAPublisher } from '../bus-errors.ts';
import type { Batch } from '../encoded-batch.ts';
import { BatchReader } from './batch-reader.ts';
import {
  consumerFile,
  consumerLock,
  consumersFolder,
  removeDatabase,
  topicFolder,
  writerFile,
} from './bus-folder.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { CursorFile } from './cursor-file.ts';
import { FolderReaders } from './folder-readers.ts';
import { KnownConsumers } from './known-consumers.ts';
import { lockName } from './name-lock.ts';
import { summarize } from './topic-stats.ts';
import { TopicWriter } from './topic-writer.ts';

export interface TopicSettings {
  readonly folder: string;
  readonly writer: string | undefined;
  readonly maxBytes: number;
  readonly pollMs: number;
  readonly backoff: BackoffPolicy;
  readonly clock: Clock;
  readonly onError: BusErrorListener;
}

/** Everything this process does with one topic. */
export class EmbeddedTopic {
  readonly #topic: string;
  readonly #settings: TopicSettings;
  readonly #sources: FolderReaders<BatchReader>;
  readonly #known: KnownConsumers;
  readonly #loops = new Set<ConsumerLoop>();
  readonly #subscriptions = new Set<Subscription>();
  readonly #writer: TopicWriter | undefined;

  constructor(topic: string, settings: TopicSettings) {
    const { folder, writer, onError } = settings;
    this.#topic = topic;
    this.#settings = settings;
    this.#sources = new FolderReaders({
      folder: topicFolder(folder, topic),
      open: BatchReader.open,
      onError,
    });
    this.#known = new KnownConsumers(consumersFolder(folder, topic), onError);
    this.#writer =
      writer === undefined
        ? undefined
        : new TopicWriter({
            ...settings,
            topic,
            file: writerFile(folder, topic, writer),
            consumers: this.#known,
          });
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

  /** Removes the file of a writer that is no longer used, if all its messages were read; true if no file is left. */
  removeWriterFile(writer: string): boolean {
    if (!this.#sources.refresh().includes(writer)) return true;
    const needed = this.#sources.read(writer, (reader) => {
      const { oldest, newest } = reader.totals();
      const cursors = [...this.#known.cursors(reader.generation).values()];
      const acknowledged = cursors.length > 0 ? Math.min(...cursors) : 0;
      return newest >= oldest && newest > acknowledged;
    });
    if (needed !== false) return false;
    removeDatabase(writerFile(this.#settings.folder, this.#topic, writer));
    this.#sources.refresh();
    return true;
  }

  stats(): TopicStats {
    return summarize(this.#topic, this.#sources, this.#known, this.#writer?.refused ?? 0);
  }

  async stopConsumers(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()));
  }

  close(): void {
    // Readers first: the last connection removes the WAL, and only the writer may do that.
    this.#sources.close();
    this.#writer?.close();
    this.#known.close();
  }

  /** Without its cursors a consumer gets all kept messages again. Consumers must handle repeated messages anyway. */
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

  #begin(loop: ConsumerLoop, release: () => void): Subscription {
    let stopped: Promise<void> | undefined;
    const end = async () => {
      await loop.stop();
      this.#loops.delete(loop);
      this.#subscriptions.delete(subscription);
      release();
    };
    const subscription = {
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
