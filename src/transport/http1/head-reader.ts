import { CR, isToken, LF } from './characters.ts';
import { endOfHead, type HeadBytes, headBytes } from './head-bytes.ts';
import { WireError } from './wire-error.ts';

const END = '\r\n\r\n';

export interface HeadReaderOptions {
  /** Bytes of a head, its empty line included. */
  readonly maxBytes: number;
  /** Whether one empty line before a head is ignored, as RFC 9112, section 2.2 recommends for servers. */
  readonly skipsEmptyLine: boolean;
}

/** Extracts heads from the bytes of a connection, however they are split. */
export class HeadReader {
  readonly #options: HeadReaderOptions;
  /** The received part of an incomplete head. */
  #text = '';
  #hasSkipped = false;
  /** Offset after the consumed bytes of the last `feed`. */
  next = 0;

  constructor(options: HeadReaderOptions) {
    this.#options = options;
  }

  /** Whether part of a head has been received. */
  get hasBegun(): boolean {
    return this.#text !== '';
  }

  /** Returns the head if it is complete with these bytes; `next` is the offset after it. */
  feed(bytes: Buffer, from: number): HeadBytes | undefined {
    if (this.#text !== '') return this.#feedMore(bytes, from);
    const at = this.#skipEmptyLine(bytes, from);
    this.next = at;
    if (at === bytes.length) return undefined;
    const end = endOfHead(bytes, at, bytes.length);
    if (end === -1) return this.#feedMore(bytes, at);
    this.next = end;
    if (end - at > this.#options.maxBytes) throw new WireError('head-too-long');
    this.#hasSkipped = false;
    return { text: bytes.toString('latin1', at, end), bytes, start: at };
  }

  #feedMore(bytes: Buffer, from: number): HeadBytes | undefined {
    const before = this.#text.length;
    // At most one byte more than the limit, which is enough to detect a head that is too long.
    const to = Math.min(bytes.length, from + this.#options.maxBytes - before + 1);
    this.#text += bytes.toString('latin1', from, to);
    if (this.#mayBeEmptyLine()) {
      this.next = to;
      return undefined;
    }
    const found = this.#text.indexOf(END, Math.max(0, before - 3));
    if (found === -1) {
      this.#checkPrefix(before);
      this.next = to;
      return undefined;
    }
    const end = found + END.length;
    if (end > this.#options.maxBytes) throw new WireError('head-too-long');
    const head = this.#text.slice(0, end);
    this.next = to - (this.#text.length - end);
    this.#text = '';
    this.#hasSkipped = false;
    return headBytes(head);
  }

  #skipEmptyLine(bytes: Buffer, from: number): number {
    if (!this.#options.skipsEmptyLine || this.#hasSkipped) return from;
    if (bytes[from] !== CR || bytes[from + 1] !== LF) return from;
    this.#hasSkipped = true;
    return from + 2;
  }

  /** Skips an empty line whose CR and LF arrive separately. Returns true while nothing else has arrived. */
  #mayBeEmptyLine(): boolean {
    if (!this.#options.skipsEmptyLine || this.#hasSkipped) return false;
    if (this.#text === '\r') return true;
    if (!this.#text.startsWith('\r\n')) return false;
    this.#text = this.#text.slice(2);
    this.#hasSkipped = true;
    return this.#text === '';
  }

  /** Rejects a prefix as soon as it cannot become a valid head any more, without waiting for the time limit. */
  #checkPrefix(before: number): void {
    if (this.#text.length > this.#options.maxBytes) throw new WireError('head-too-long');
    if (isToken[this.#text.charCodeAt(0)] !== 1) throw new WireError('no-head');
    for (let at = Math.max(0, before - 1); at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at);
      const isLone =
        (code === LF && this.#text.charCodeAt(at - 1) !== CR) ||
        (code === CR && at + 1 < this.#text.length && this.#text.charCodeAt(at + 1) !== LF);
      if (isLone) throw new WireError('line-end');
    }
  }
}
