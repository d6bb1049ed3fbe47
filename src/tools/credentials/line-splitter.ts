import { MAX_LINE_BYTES } from './import-format.ts';

/** Receives a line as a part of a buffer, without the line break, and the position after it in the list. */
type OnLine = (source: Buffer, from: number, to: number, next: number) => void;

const NEWLINE = 10;
const RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Splits chunks of a list into lines and skips empty ones. To bound memory, only the first part of an overlong
 * line is emitted; it is still too long to be valid.
 */
export class LineSplitter {
  readonly #onLine: OnLine;
  /** Position of the first byte that was not emitted yet. */
  #position: number;
  #rest: Buffer = Buffer.alloc(0);
  #isInLongLine = false;

  constructor(position: number, onLine: OnLine) {
    this.#position = position;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const source = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let from = 0;
    for (let end = source.indexOf(NEWLINE); end !== -1; end = source.indexOf(NEWLINE, from)) {
      this.#emit(source, from, end, end + 1);
      from = end + 1;
    }
    this.#position += from;
    this.#keep(source.subarray(from));
  }

  /** The last line may have no line break. */
  end(): void {
    this.#emit(this.#rest, 0, this.#rest.length, this.#rest.length);
    this.#position += this.#rest.length;
    this.#rest = Buffer.alloc(0);
  }

  #keep(rest: Buffer): void {
    if (rest.length <= MAX_LINE_BYTES + 1 && !this.#isInLongLine) {
      // Copied, because a view of a few bytes would keep the whole chunk in memory.
      this.#rest = Buffer.from(rest);
      return;
    }
    if (!this.#isInLongLine) this.#emit(rest, 0, rest.length, rest.length);
    this.#isInLongLine = true;
    this.#position += rest.length;
    this.#rest = Buffer.alloc(0);
  }

  #emit(source: Buffer, start: number, end: number, next: number): void {
    if (this.#isInLongLine) {
      this.#isInLongLine = false;
      return;
    }
    const position = this.#position + start;
    const from = position === 0 && startsWithMark(source) ? BYTE_ORDER_MARK.length : start;
    const to = end > from && source[end - 1] === RETURN ? end - 1 : end;
    if (to > from) this.#onLine(source, from, to, this.#position + next);
  }
}

function startsWithMark(source: Buffer): boolean {
  return source.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}
