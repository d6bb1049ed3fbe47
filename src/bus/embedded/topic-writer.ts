import { existsSync } from 'node:fs';
import type { Clock } from '../../kernel/clock.ts';
import { moveAside } from '../../kernel/disk-errors/damaged-database.ts';
import { isDamage } from '../../kernel/disk-errors/sqlite-errors.ts';
import type { BusErrorListener } from '../bus.ts';
import { batchTooLarge, busClosed, publishFailed, trimFailed } from '../bus-errors.ts';
import { type Batch, EncodedBatch, payloadOf } from '../encoded-batch.ts';
import { BatchFile, type BatchHead, isGap, type Removal } from './batch-file.ts';
import type { KnownConsumers } from './known-consumers.ts';
import { compressPayload, sizeOfPayload } from './stored-payload.ts';

// Batches are removed in small steps, so that no single publish is delayed by a whole backlog.
const TRIM_EVERY_MS = 1_000;
const TRIM_BATCHES = 256;

interface TopicWriterOptions {
  readonly topic: string;
  readonly file: string;
  readonly maxBytes: number;
  /**
   * Retention time of a spool: messages are kept this long even if every consumer has read them. Undefined: they are removed once every
   * known consumer has acknowledged them.
   */
  readonly maxAgeMs: number | undefined;
  /** Whether the topic should stop growing. */
  readonly isDiskLow: () => boolean;
  readonly consumers: KnownConsumers;
  readonly clock: Clock;
  readonly onError: BusErrorListener;
}

/**
 * Appends to this process' file of a topic and keeps it near its size limit. It removes batches that every known consumer has acknowledged
 * (work queue) or whose retention time is over (spool); above the limit, also the oldest. Only the writer deletes from the file.
 */
export class TopicWriter {
  readonly #options: TopicWriterOptions;
  #file: BatchFile | undefined;
  #nextTrim = 0;
  #closed = false;
  /** The size of the file when the disk became low. */
  #lowLimit: number | undefined;
  /** Messages refused since the last commit. The next commit adds them to the count in the file. */
  #refused = 0;

  constructor(options: TopicWriterOptions) {
    this.#options = options;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Returns true if the batch is stored. */
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

  /** Removes expired or acknowledged messages without a publish; returns true if there are more. */
  trim(): boolean {
    if (this.#closed || !existsSync(this.#options.file)) return false;
    try {
      this.#nextTrim = 0;
      this.#commit((file) => this.#trim(file, 0));
      return this.#nextTrim === 0;
    } catch (error) {
      this.#options.onError(trimFailed(this.#options.file, error));
      return false;
    }
  }

  close(): void {
    if (this.#refused > 0) {
      try {
        this.#commit((file) => this.#trim(file, 0));
      } catch {
        // Each refused batch was reported already; only the total lacks them.
      }
    }
    this.#closed = true;
    this.#discard();
  }

  #append(batch: Batch): void {
    const { clock, maxBytes } = this.#options;
    if (this.#closed) throw busClosed();
    const text = payloadOf(batch);
    const payload = this.#isSpool ? compressPayload(text) : text;
    const bytes = sizeOfPayload(payload);
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
    const { consumers, clock } = this.#options;
    const file = new BatchFile(this.#options.file, clock.now());
    const cursors = consumers.cursors(file.generation);
    file.skipTo(Math.max(0, ...cursors.values()), clock.now());
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

  get #isSpool(): boolean {
    return this.#options.maxAgeMs !== undefined;
  }

  #mustTrim(file: BatchFile, bytes: number): boolean {
    const { clock, maxBytes } = this.#options;
    if (this.#refused > 0 || clock.tick() >= this.#nextTrim) return true;
    // A spool may be larger than its limit for a moment.
    return !this.#isSpool && file.keptBytes + bytes > maxBytes;
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
    const { clock, consumers } = this.#options;
    const cursors = [...consumers.cursors(file.generation).values()];
    // Without a consumer nothing is acknowledged, and no dropped message counts as unread.
    const acknowledged = cursors.length > 0 ? Math.min(...cursors) : 0;
    const limit = this.#limitOf(file);
    const isDue = this.#dueAt(clock.now(), acknowledged);
    const removal = { upTo: 0, bytes: 0, dropped: 0, droppedUnread: 0 };
    let batches = 0;
    for (const batch of file.oldest()) {
      const fits = file.keptBytes - removal.bytes + bytes <= limit;
      if (fits && !isDue(batch)) break;
      if (batches === TRIM_BATCHES && (fits || this.#isSpool)) break;
      removal.upTo = batch.last;
      removal.bytes += batch.bytes;
      batches++;
      if (batch.last <= acknowledged || isGap(batch)) continue;
      const lost = Math.min(batch.count, batch.last - acknowledged);
      if (cursors.length > 0) removal.droppedUnread += lost;
      // A message that expires in a spool is lost only for a consumer that has not read it.
      if (cursors.length > 0 || !this.#isSpool) removal.dropped += lost;
    }
    if (batches < TRIM_BATCHES) this.#nextTrim = clock.tick() + TRIM_EVERY_MS;
    return removal;
  }

  #dueAt(now: number, acknowledged: number): (batch: BatchHead) => boolean {
    const { maxAgeMs } = this.#options;
    if (maxAgeMs === undefined) return (batch) => batch.last <= acknowledged || isGap(batch);
    return (batch) => batch.publishedAt < now - maxAgeMs;
  }

  /** On a nearly full disk a spool stops growing: SQLite reuses the space of removed batches. */
  #limitOf(file: BatchFile): number {
    const { maxBytes, isDiskLow } = this.#options;
    if (!this.#isSpool || file.keptBytes > maxBytes) return maxBytes;
    this.#lowLimit = isDiskLow() ? (this.#lowLimit ?? file.keptBytes) : undefined;
    return Math.min(maxBytes, this.#lowLimit ?? maxBytes);
  }
}
