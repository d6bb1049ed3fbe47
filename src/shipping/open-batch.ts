import type { SpoolBatch } from '../bus/spool.ts';
import type { BatchLimits, OutputOptions } from '../contracts/shipping/shipping-job.ts';
import type { ProgramResult } from '../logs/log-program.ts';
import type { Cursor } from './cursor.ts';
import { OrderedLines, type Segment, sizeOf } from './ordered-lines.ts';
import { recordsOf } from './records.ts';

/** Lines that wait for more of them, up to the limits of a batch. */
export class OpenBatch {
  records = 0;
  filtered = 0;
  sampledOut = 0;
  /** Lines that left the spool before they were read, or that could not be read. */
  missed = 0;
  /** Of the text that is sent, before compression. */
  bytes: number;
  /** When the first and the last of its lines were published. */
  publishedFrom: number | undefined;
  completeTo = 0;
  isFull = false;
  /** When the first line was taken, by the clock that nobody sets; undefined if there was none. */
  openedAt: number | undefined;
  /** Where reading began. */
  readonly start: Cursor;
  /** For each stream the number before its first line. */
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

  /** Where its lines begin: what had left the spool before is not part of it. */
  get from(): Cursor {
    return { ...this.start, position: { ...this.start.position, ...this.#starts } };
  }

  /** Lines of the job's scope. */
  get produced(): number {
    return this.records + this.filtered + this.sampledOut;
  }

  /** An estimate of the memory that it takes. */
  get size(): number {
    return sizeOf(this.bytes, this.records);
  }

  isDue(tick: number): boolean {
    if (this.isFull) return true;
    return this.openedAt !== undefined && tick - this.openedAt >= this.#limits.seconds * 1000;
  }

  /** Something of a spool batch is going to be taken, for the first time if no part of it was taken before. */
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

  /** Takes records until a limit is reached, and one at least if it is empty. The result is how many it took. */
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

  /** Its lines by time, and always in the same order whenever the batch is made again. */
  ordered(): OrderedLines {
    return new OrderedLines(this.#segments);
  }

  #wouldExceed(bytes: number): boolean {
    if (this.records === 0) return false;
    return this.records >= this.#limits.records || this.bytes + bytes > this.#limits.bytes;
  }
}
