import type { Clock } from '../../kernel/clock.ts';
import { moveAside } from '../../kernel/damaged-database.ts';
import { isDamage } from '../../kernel/sqlite-errors.ts';
import type { BusErrorListener } from '../bus.ts';
import { batchTooLarge, busClosed, publishFailed } from '../bus-errors.ts';
import { BatchFile, type Removal } from './batch-file.ts';
import type { KnownConsumers } from './known-consumers.ts';

// Acknowledged batches go in small lots, so that no publish pays for a whole backlog.
const TRIM_EVERY_MS = 1_000;
const TRIM_BATCHES = 256;

/** Messages that were turned into one JSON text elsewhere. */
export class EncodedBatch {
  readonly payload: string;
  readonly length: number;

  constructor(payload: string, length: number) {
    this.payload = payload;
    this.length = length;
  }
}

export type Batch = readonly unknown[] | EncodedBatch;

interface TopicWriterOptions {
  readonly topic: string;
  readonly file: string;
  readonly maxBytes: number;
  readonly consumers: KnownConsumers;
  readonly clock: Clock;
  readonly onError: BusErrorListener;
}

/**
 * Appends to this process' file of a topic and keeps it within its bound: first what every known
 * consumer has acknowledged goes, then the oldest. It alone deletes from the file.
 */
export class TopicWriter {
  readonly #options: TopicWriterOptions;
  #file: BatchFile | undefined;
  #nextTrim = 0;
  #closed = false;
  /** Messages refused since the last commit, which will note them in the file. */
  #refused = 0;

  constructor(options: TopicWriterOptions) {
    this.#options = options;
  }

  get refused(): number {
    return this.#refused;
  }

  /** True when the batch is in the file. */
  publish(batch: Batch): boolean {
    try {
      this.#append(batch);
      return true;
    } catch (error) {
      this.#refused += batch.length;
      this.#options.onError(publishFailed(this.#options.topic, batch.length, error));
      return false;
    }
  }

  close(): void {
    if (this.#refused > 0) {
      try {
        this.#commit((file) => this.#makeRoom(file, 0));
      } catch {
        // Each of them was reported when it was refused; only their sum is lost.
      }
    }
    this.#closed = true;
    this.#discard();
  }

  #append(batch: Batch): void {
    const { clock, maxBytes } = this.#options;
    if (this.#closed) throw busClosed();
    const payload = batch instanceof EncodedBatch ? batch.payload : JSON.stringify(batch);
    const bytes = Buffer.byteLength(payload);
    if (bytes > maxBytes) throw batchTooLarge(bytes, maxBytes);
    this.#commit((file) => {
      if (this.#mustMakeRoom(file, bytes)) this.#makeRoom(file, bytes);
      file.append(payload, batch.length, bytes, clock.now());
    });
  }

  #commit(work: (file: BatchFile) => void): void {
    try {
      this.#file ??= this.#open();
      const file = this.#file;
      file.transaction(() => work(file));
      this.#refused = 0;
    } catch (error) {
      this.#discard();
      // What was in it is lost; what comes must not be.
      if (isDamage(error)) moveAside(this.#options.file);
      throw error;
    }
  }

  #open(): BatchFile {
    const file = new BatchFile(this.#options.file);
    const cursors = this.#options.consumers.cursors(file.generation);
    file.skipTo(Math.max(0, ...cursors.values()));
    return file;
  }

  /** The file and what we remember of it may differ after an error: the next publish opens it again. */
  #discard(): void {
    try {
      this.#file?.close();
    } catch {
      // The error that brought us here is the one to report.
    }
    this.#file = undefined;
  }

  #mustMakeRoom(file: BatchFile, bytes: number): boolean {
    const { clock, maxBytes } = this.#options;
    return file.keptBytes + bytes > maxBytes || this.#refused > 0 || clock.now() >= this.#nextTrim;
  }

  #makeRoom(file: BatchFile, bytes: number): void {
    const removal = this.#chooseRemoval(file, bytes);
    if (removal.upTo > 0 || this.#refused > 0) {
      file.remove({
        ...removal,
        dropped: removal.dropped + this.#refused,
        droppedUnread: removal.droppedUnread + this.#refused,
      });
    }
  }

  #chooseRemoval(file: BatchFile, bytes: number): Removal {
    const { clock, consumers, maxBytes } = this.#options;
    const cursors = [...consumers.cursors(file.generation).values()];
    // Without a consumer nothing is acknowledged, and nothing is unread by anyone either.
    const acknowledged = cursors.length > 0 ? Math.min(...cursors) : 0;
    const removal = { upTo: 0, bytes: 0, dropped: 0, droppedUnread: 0 };
    let batches = 0;
    for (const batch of file.oldest()) {
      const fits = file.keptBytes - removal.bytes + bytes <= maxBytes;
      const read = batch.last <= acknowledged;
      if (fits && (!read || batches === TRIM_BATCHES)) break;
      removal.upTo = batch.last;
      removal.bytes += batch.bytes;
      batches++;
      if (read) continue;
      const lost = Math.min(batch.count, batch.last - acknowledged);
      removal.dropped += lost;
      if (cursors.length > 0) removal.droppedUnread += lost;
    }
    if (batches < TRIM_BATCHES) this.#nextTrim = clock.now() + TRIM_EVERY_MS;
    return removal;
  }
}
