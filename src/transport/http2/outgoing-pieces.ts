import type { ServerHttp2Stream } from 'node:http2';

export interface OutgoingPiecesOptions {
  readonly now: () => number;
  readonly onSent: (bytes: number) => void;
  readonly onDrain: () => void;
}

/** What a visitor has to take within the time for stalled responses, whatever its window is. */
const PIECE_BYTES = 64 * 1024;
/** Bytes that may wait before whoever writes them has to. */
const HIGH_WATER_BYTES = 64 * 1024;

/**
 * Gives a body to a stream piece by piece. The library tells only when a write has been taken as a whole, so that
 * one large write would hide whether the visitor takes anything.
 */
export class OutgoingPieces {
  readonly #stream: ServerHttp2Stream;
  readonly #options: OutgoingPiecesOptions;
  #queue: Buffer[] = [];
  /** Bytes that were not taken yet. */
  #waiting = 0;
  /** Bytes of the piece that was given to the stream last. */
  #sending = 0;
  #hasEnded = false;
  #needsDrain = false;
  /** Whether all has been taken, the end perhaps excepted. */
  isTaken = false;
  /** Since when the visitor has been asked to take a piece, or the end; `Infinity` while there is nothing to take. */
  waitsSince = Number.POSITIVE_INFINITY;

  constructor(stream: ServerHttp2Stream, options: OutgoingPiecesOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /** False: wait for `onDrain`. */
  write(bytes: Buffer): boolean {
    if (bytes.length === 0) return true;
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      this.#queue.push(bytes.subarray(at, at + PIECE_BYTES));
    }
    this.#waiting += bytes.length;
    this.#needsDrain = this.#waiting > HIGH_WATER_BYTES;
    if (!this.#isSending) this.#sendNext();
    return !this.#needsDrain;
  }

  end(): void {
    this.#hasEnded = true;
    if (!this.#isSending) this.#sendNext();
  }

  /** Nobody takes anything any more. */
  close(): void {
    this.#queue = [];
    this.waitsSince = Number.POSITIVE_INFINITY;
  }

  get #isSending(): boolean {
    return this.waitsSince !== Number.POSITIVE_INFINITY;
  }

  #sendNext(): void {
    const piece = this.#queue.shift();
    const isLast = this.#hasEnded && this.#queue.length === 0;
    if (!piece && !isLast) return;
    this.waitsSince = this.#options.now();
    this.#sending = piece?.length ?? 0;
    if (piece) this.#options.onSent(piece.length);
    if (isLast) this.#stream.end(piece, this.#onLastTaken);
    else this.#stream.write(piece, this.#onTaken);
  }

  /** Only the end is to be taken now, which may need a frame of its own. */
  readonly #onLastTaken = (): void => {
    this.isTaken = true;
    if (this.#isSending) this.waitsSince = this.#options.now();
  };

  readonly #onTaken = (error?: Error | null): void => {
    if (error) return;
    this.#waiting -= this.#sending;
    this.waitsSince = Number.POSITIVE_INFINITY;
    this.#sendNext();
    if (!this.#needsDrain || this.#queue.length > 0) return;
    this.#needsDrain = false;
    this.#options.onDrain();
  };
}
