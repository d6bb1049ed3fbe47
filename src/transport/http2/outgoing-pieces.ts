import type { ServerHttp2Stream } from 'node:http2';
import { MAX_JOINED_BYTES } from '../http-stream.ts';
import { JoinedPieces } from '../joined-pieces.ts';

export interface OutgoingPiecesOptions {
  readonly now: () => number;
  readonly onSent: (bytes: number) => void;
  readonly onDrain: () => void;
}

/** Shared by all responses of a connection. */
export interface OutgoingBytes {
  /** Bytes that are not flushed yet. */
  waiting: number;
}

/** A visitor has to receive this much within the stall timeout, whatever its flow-control window. */
const PIECE_BYTES = 64 * 1024;
/** High-water marks of a response, and of all responses of a connection. */
const HIGH_WATER_BYTES = 64 * 1024;
const CONNECTION_BYTES = 1024 * 1024;

/**
 * Writes a body to a stream in pieces. The library reports only the completion of a whole write, so one large write would hide whether the
 * visitor makes progress.
 */
export class OutgoingPieces {
  readonly #stream: ServerHttp2Stream;
  readonly #ofConnection: OutgoingBytes;
  readonly #options: OutgoingPiecesOptions;
  #queue: Buffer[] = [];
  /** Small chunks that are sent after those in the queue. */
  readonly #small = new JoinedPieces();
  /** Bytes that are not flushed yet. */
  #waiting = 0;
  /** Bytes of the piece that is being written. */
  #sending = 0;
  #hasEnded = false;
  #needsDrain = false;
  /** Whether all data is flushed, perhaps except the END_STREAM frame. */
  isFlushed = false;
  /** Since when the current write is pending; `Infinity` if there is none. */
  pendingSince = Number.POSITIVE_INFINITY;

  constructor(
    stream: ServerHttp2Stream,
    ofConnection: OutgoingBytes,
    options: OutgoingPiecesOptions,
  ) {
    this.#stream = stream;
    this.#ofConnection = ofConnection;
    this.#options = options;
  }

  /** True: the bytes may be overwritten. False: wait for `onDrain`; until then they may still be needed. */
  write(bytes: Buffer): boolean {
    if (bytes.length === 0) return true;
    const isLong = bytes.length > MAX_JOINED_BYTES;
    const piece = isLong ? bytes : Buffer.from(bytes);
    if (!this.#small.fits(piece)) this.#enqueueSmall();
    if (!this.#small.add(piece)) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) {
        this.#queue.push(piece.subarray(at, at + PIECE_BYTES));
      }
    }
    this.#changeWaiting(bytes.length);
    this.#needsDrain ||=
      isLong || this.#waiting > HIGH_WATER_BYTES || this.#ofConnection.waiting > CONNECTION_BYTES;
    if (!this.#isSending) this.#sendNext();
    return !this.#needsDrain;
  }

  end(): void {
    this.#hasEnded = true;
    if (!this.#isSending) this.#sendNext();
  }

  /** Drops all pending data. */
  close(): void {
    this.#queue = [];
    this.#small.take();
    this.#sending = 0;
    this.#changeWaiting(-this.#waiting);
    this.pendingSince = Number.POSITIVE_INFINITY;
  }

  get #isSending(): boolean {
    return this.pendingSince !== Number.POSITIVE_INFINITY;
  }

  #changeWaiting(bytes: number): void {
    this.#waiting += bytes;
    this.#ofConnection.waiting += bytes;
  }

  #enqueueSmall(): void {
    const small = this.#small.take();
    if (small) this.#queue.push(small);
  }

  #sendNext(): void {
    if (this.#queue.length === 0) this.#enqueueSmall();
    const piece = this.#queue.shift();
    const isLast = this.#hasEnded && this.#queue.length === 0 && this.#small.isEmpty;
    if (!piece && !isLast) return;
    this.pendingSince = this.#options.now();
    this.#sending = piece?.length ?? 0;
    if (piece) this.#options.onSent(piece.length);
    if (isLast) this.#stream.end(piece, this.#onLastFlushed);
    else this.#stream.write(piece, this.#onFlushed);
  }

  /** Only END_STREAM is pending now, which may need a frame of its own. */
  readonly #onLastFlushed = (): void => {
    this.#countFlushed();
    this.isFlushed = true;
    if (this.#isSending) this.pendingSince = this.#options.now();
  };

  readonly #onFlushed = (error?: Error | null): void => {
    // The library also calls this for unsent data when the stream is destroyed.
    if (error || this.#stream.destroyed) return;
    this.#countFlushed();
    this.pendingSince = Number.POSITIVE_INFINITY;
    this.#sendNext();
    if (!this.#needsDrain || this.#waiting > 0) return;
    this.#needsDrain = false;
    this.#options.onDrain();
  };

  #countFlushed(): void {
    this.#changeWaiting(-this.#sending);
    this.#sending = 0;
  }
}
