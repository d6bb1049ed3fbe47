import type { Clock } from '../../kernel/clock.ts';
import { moveAside } from '../../kernel/damaged-database.ts';
import { isDamage } from '../../kernel/sqlite-errors.ts';
import type { BusErrorListener } from '../bus.ts';
import { batchTooLarge, busClosed, publishFailed } from '../bus-errors.ts';
import { type Batch, EncodedBatch, payloadOf } from '../encoded-batch.ts';
import { BatchFile, type Removal } from './batch-file.ts';
import type { KnownConsumers } from './known-consumers.ts';

// Acknowledged batches are removed in small numbers, so that no single publish pays for a whole backlog.
const TRIM_EVERY_MS = 1_000;
const TRIM_BATCHES = 256;

interface TopicWriterOptions {
  readonly topic: string;
  readonly file: string;
  readonly maxBytes: number;
  readonly consumers: KnownConsumers;
  readonly clock: Clock;
  readonly onError: BusErrorListener;
}

/**
 * Appends to this process' file of a topic and keeps it below its size limit. It first removes batches that every
 * known consumer has acknowledged, then the oldest. Only the writer deletes from the file.
 */
export class TopicWriter {
  readonly #options: TopicWriterOptions;
  #file: BatchFile | undefined;
  #nextTrim = 0;
  #closed = false;
  /** Messages refused since the last commit. The next commit adds them to the count in the file. */
  #refused = 0;

  constructor(options: TopicWriterOptions) {
    this.#options = options;
  }

  get refused(): number {
    return this.#refused;
  }

  /** True if the batch is in the file. */
  publish(batch: Batch): boolean {
    if (batch instanceof EncodedBatch) this.#refused += batch.droppedBefore;
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
        this.#commit((file) => this.#trim(file, 0));
      } catch {
        // Each refused batch was reported already; only the total count misses them.
      }
    }
    this.#closed = true;
    this.#discard();
  }

  #append(batch: Batch): void {
    const { clock, maxBytes } = this.#options;
    if (this.#closed) throw busClosed();
    const payload = payloadOf(batch);
    const bytes = Buffer.byteLength(payload);
    if (bytes > maxBytes) throw batchTooLarge(bytes, maxBytes);
    this.#commit((file) => {
      if (this.#mustTrim(file, bytes)) this.#trim(file, bytes);
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
      // The messages in the file are lost. A new file is created for the next ones.
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

  /** After an error the state in memory may differ from the file, so the next publish opens it again. */
  #discard(): void {
    try {
      this.#file?.close();
    } catch {
      // The original error is the one to report.
    }
    this.#file = undefined;
  }

  #mustTrim(file: BatchFile, bytes: number): boolean {
    const { clock, maxBytes } = this.#options;
    return file.keptBytes + bytes > maxBytes || this.#refused > 0 || clock.tick() >= this.#nextTrim;
  }

  #trim(file: BatchFile, bytes: number): void {
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
    // Without a consumer nothing is acknowledged, and no dropped message counts as unread.
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
    if (batches < TRIM_BATCHES) this.#nextTrim = clock.tick() + TRIM_EVERY_MS;
    return removal;
  }
}
