import { JoinedPieces } from '../joined-pieces.ts';
import type { BodyReader, BodySink } from './body-reader.ts';
import { CR, HEX, LF } from './characters.ts';
import { ChunkExtension } from './chunk-extension.ts';
import { TrailerReader } from './trailer-reader.ts';
import { WireError } from './wire-error.ts';

/** Hexadecimal digits of a chunk size that a number represents exactly (below 2⁵²). */
const MAX_SIZE_DIGITS = 13;

const SEMICOLON = 0x3b;

type State =
  | 'size'
  | 'extension'
  | 'size-lf'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'trailers'
  | 'done';

/** RFC 9112, section 7.1. Extensions are validated, limited in length and ignored. */
export class ChunkedReader implements BodyReader {
  readonly #sink: BodySink;
  readonly #extension = new ChunkExtension();
  /** Small chunks of the current read. */
  readonly #pieces = new JoinedPieces();
  #state: State = 'size';
  #digits = 0;
  /** While the size line is read, its value so far; then the bytes of data left. */
  #left = 0;
  #trailers: TrailerReader | undefined;

  constructor(sink: BodySink) {
    this.#sink = sink;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  feed(bytes: Buffer, from: number): number {
    let at = from;
    try {
      while (at < bytes.length && this.#state !== 'done') {
        if (this.#state === 'data') at = this.#takeData(bytes, at);
        else if (this.#state === 'trailers') at = this.#takeTrailers(bytes, at);
        else this.#takeFrame(bytes[at++] as number); // `at` is inside of the buffer
      }
    } finally {
      this.#flush();
    }
    return at;
  }

  finish(): void {
    if (!this.isDone) throw new WireError('truncated');
  }

  #takeFrame(code: number): void {
    switch (this.#state) {
      case 'size':
        this.#takeSize(code);
        break;
      case 'extension':
        if (code === CR) {
          this.#extension.end();
          this.#state = 'size-lf';
        } else this.#extension.take(code);
        break;
      case 'size-lf':
        if (code !== LF) throw new WireError('chunk-size');
        this.#digits = 0;
        this.#state = this.#left > 0 ? 'data' : 'trailers';
        break;
      case 'data-cr':
        if (code !== CR) throw new WireError('chunk-end');
        this.#state = 'data-lf';
        break;
      case 'data-lf':
        if (code !== LF) throw new WireError('chunk-end');
        this.#state = 'size';
        break;
    }
  }

  #takeSize(code: number): void {
    const digit = HEX[code] as number; // a byte
    if (digit < 16) {
      if (++this.#digits > MAX_SIZE_DIGITS) throw new WireError('chunk-size');
      this.#left = this.#left * 16 + digit;
      return;
    }
    if (this.#digits === 0) throw new WireError('chunk-size');
    if (code === CR) this.#state = 'size-lf';
    else if (code === SEMICOLON) {
      this.#state = 'extension';
      this.#extension.begin();
    } else throw new WireError('chunk-size');
  }

  #takeData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    const piece = bytes.subarray(at, end);
    if (!this.#pieces.fits(piece)) this.#flush();
    if (!this.#pieces.add(piece)) this.#sink.onData(piece);
    if (this.#left === 0) this.#state = 'data-cr';
    return end;
  }

  #takeTrailers(bytes: Buffer, at: number): number {
    this.#trailers ??= new TrailerReader();
    const end = this.#trailers.feed(bytes, at);
    if (this.#trailers.isDone) {
      this.#flush();
      this.#state = 'done';
      this.#sink.onEnd(this.#trailers.headers);
    }
    return end;
  }
  #flush(): void {
    const bytes = this.#pieces.take();
    if (bytes) this.#sink.onData(bytes);
  }
}
