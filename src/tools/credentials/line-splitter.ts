import { MAX_LINE_BYTES } from './import-format.ts';

/** Gets a line as a part of a buffer, without its end, and the position in the list behind it. */
type OnLine = (source: Buffer, from: number, to: number, next: number) => void;

const NEWLINE = 10;
const RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts chunks of a list into lines. Empty lines are left out. Of lines that are too long only the
 * beginning is given, which is still too long to be taken for a good one: memory stays bounded.
 */
export class LineSplitter {
  readonly #onLine: OnLine;
  /** Position of the first byte that was not given out yet. */
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
      this.#give(source, from, end, end + 1);
      from = end + 1;
    }
    this.#position += from;
    this.#keep(source.subarray(from));
  }

  /** The last line need not have an end. */
  end(): void {
    this.#give(this.#rest, 0, this.#rest.length, this.#rest.length);
    this.#position += this.#rest.length;
    this.#rest = Buffer.alloc(0);
  }

  #keep(rest: Buffer): void {
    if (rest.length <= MAX_LINE_BYTES + 1 && !this.#isInLongLine) {
      // A copy, or a few bytes would hold the whole chunk.
      this.#rest = Buffer.from(rest);
      return;
    }
    if (!this.#isInLongLine) this.#give(rest, 0, rest.length, rest.length);
    this.#isInLongLine = true;
    this.#position += rest.length;
    this.#rest = Buffer.alloc(0);
  }

  #give(source: Buffer, start: number, end: number, next: number): void {
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
