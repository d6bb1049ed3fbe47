import type { SpoolBatch } from '../bus/spool.ts';
import type { BatchLimits, OutputOptions } from '../contracts/shipping/shipping-job.ts';
import type { ProgramResult } from '../logs/log-program.ts';
import type { Cursor } from './cursor.ts';
import { OrderedLines, type Segment, sizeOf } from './ordered-lines.ts';
import { recordsOf } from './records.ts';

/** A batch that is being filled, up to its limits. */
export class OpenBatch {
  records = 0;
  filtered = 0;
  sampledOut = 0;
  /** Lines that were removed from the spool unread, or could not be decoded. */
  missed = 0;
  /** Size of the body before compression. */
  bytes: number;
  /** Publishing times of its first and last line. */
  publishedFrom: number | undefined;
  completeTo = 0;
  isFull = false;
  /** When the first line was added, on the monotonic clock; undefined if there is none. */
  openedAt: number | undefined;
  /** The cursor before the first read. */
  readonly start: Cursor;
  /** For each stream, the number before its first line in the batch. */
  readonly #starts: Record<string, number> = {};
  readonly #segments: Segment[] = [];
  readonly #limits: BatchLimits;
  readonly #delimiterBytes: number;

  constructor(start: Cursor, limits: BatchLimits, output: OutputOptions) {
    this.start = start;
    this.#limits = limits;
    this.#delimiterBytes = Buffer.byteLength(output.recordDelimiter);
    this.bytes = Buffer.byteLength(output.batchPrefix) + Buffer.byteLength(output.batchSuffix);
  }

  /** The cursor directly before its first line: lines that were removed from the spool before it are skipped. */
  get from(): Cursor {
    return { ...this.start, position: { ...this.start.position, ...this.#starts } };
  }

  /** Lines of the job's scope. */
  get produced(): number {
    return this.records + this.filtered + this.sampledOut;
  }

  /** Estimated memory, in bytes. */
  get size(): number {
    return sizeOf(this.bytes, this.records);
  }

  /**
   * `now` is given if there are no further lines to read: then the interval counts from the publishing time of the first line, which may have
   * waited before a restart.
   */
  isDue(tick: number, now: number | undefined): boolean {
    if (this.isFull) return true;
    const interval = this.#limits.seconds * 1000;
    const isOld = (since: number | undefined, at: number) =>
      since !== undefined && at - since >= interval;
    return isOld(this.openedAt, tick) || (now !== undefined && isOld(this.publishedFrom, now));
  }

  /** To be called before records of a spool batch are added. */
  begin(batch: SpoolBatch, tick: number, isFirstPart: boolean): void {
    this.openedAt ??= tick;
    this.publishedFrom ??= batch.publishedAt;
    this.completeTo = Math.max(this.completeTo, batch.publishedAt);
    this.#starts[batch.stream] ??= batch.first - 1;
    if (isFirstPart) this.missed += batch.missed;
  }

  /** Counts the lines of a result that are not sent. */
  count({ filtered, sampledOut }: ProgramResult): void {
    this.filtered += filtered;
    this.sampledOut += sampledOut;
  }

  /** Adds records until a limit is reached, but at least one if the batch is empty. Returns how many were added. */
  fill(
    { stream, first }: Pick<SpoolBatch, 'stream' | 'first'>,
    { records: texts, times }: ProgramResult,
    from: number,
    to = texts.length,
  ): number {
    if (texts.length === 0) return 0;
    const records = recordsOf(texts);
    let at = from;
    for (; at < Math.min(to, records.length); at++) {
      const bytes = records.size(at) + this.#delimiterBytes;
      if (this.#wouldExceed(bytes)) {
        this.isFull = true;
        break;
      }
      this.records += 1;
      this.bytes += bytes;
    }
    if (at > from) this.#segments.push({ stream, first, records, times, from, to: at });
    if (this.records >= this.#limits.records) this.isFull = true;
    return at - from;
  }

  /** Its lines by time. The order is deterministic, so that a recreated batch is the same. */
  ordered(): OrderedLines {
    return new OrderedLines(this.#segments);
  }

  #wouldExceed(bytes: number): boolean {
    if (this.records === 0) return false;
    return this.records >= this.#limits.records || this.bytes + bytes > this.#limits.bytes;
  }
}
