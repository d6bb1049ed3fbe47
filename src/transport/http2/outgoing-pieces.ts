import type { ServerHttp2Stream } from 'node:http2';
import { MAX_JOINED_BYTES } from '../http-stream.ts';
import { JoinedPieces } from '../joined-pieces.ts';

export interface OutgoingPiecesOptions {
  readonly now: () => number;
  readonly onSent: (bytes: number) => void;
  readonly onDrain: () => void;
}

/** What all responses of a connection have to send. */
export interface OutgoingBytes {
  /** Bytes that the visitor has not taken yet. */
  waiting: number;
}

/** What a visitor has to take within the time for stalled responses, whatever its window is. */
const PIECE_BYTES = 64 * 1024;
/** Bytes of a response, and of all responses of a connection, that may wait before whoever writes them has to. */
const HIGH_WATER_BYTES = 64 * 1024;
const CONNECTION_BYTES = 1024 * 1024;

/**
 * Gives a body to a stream piece by piece. The library tells only when a write has been taken as a whole, so that
 * one large write would hide whether the visitor takes anything.
 */
export class OutgoingPieces {
  readonly #stream: ServerHttp2Stream;
  readonly #ofConnection: OutgoingBytes;
  readonly #options: OutgoingPiecesOptions;
  #queue: Buffer[] = [];
  /** What comes behind the queue. */
  readonly #small = new JoinedPieces();
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
    if (!this.#small.hasRoomFor(piece)) this.#enqueueSmall();
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

  /** Nobody takes anything any more. */
  close(): void {
    this.#queue = [];
    this.#small.take();
    this.#sending = 0;
    this.#changeWaiting(-this.#waiting);
    this.waitsSince = Number.POSITIVE_INFINITY;
  }

  get #isSending(): boolean {
    return this.waitsSince !== Number.POSITIVE_INFINITY;
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
    this.waitsSince = this.#options.now();
    this.#sending = piece?.length ?? 0;
    if (piece) this.#options.onSent(piece.length);
    if (isLast) this.#stream.end(piece, this.#onLastTaken);
    else this.#stream.write(piece, this.#onTaken);
  }

  /** Only the end is to be taken now, which may need a frame of its own. */
  readonly #onLastTaken = (): void => {
    this.#countTaken();
    this.isTaken = true;
    if (this.#isSending) this.waitsSince = this.#options.now();
  };

  readonly #onTaken = (error?: Error | null): void => {
    // The library calls this for what was not taken as well, when the stream is destroyed.
    if (error || this.#stream.destroyed) return;
    this.#countTaken();
    this.waitsSince = Number.POSITIVE_INFINITY;
    this.#sendNext();
    if (!this.#needsDrain || this.#waiting > 0) return;
    this.#needsDrain = false;
    this.#options.onDrain();
  };

  #countTaken(): void {
    this.#changeWaiting(-this.#sending);
    this.#sending = 0;
  }
}
