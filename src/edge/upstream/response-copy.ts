import type { ScanJob } from '../../detectors/sensitive-data/thread/scan-job.ts';

/** The scanner reads at most a megabyte of decoded text, so a longer copy is not needed. */
const MAX_COPY = 1024 * 1024;
/** Maximum of all copies of a process together. */
const MAX_ALL = 64 * 1024 * 1024;

/** After this many chunks, small ones are joined, because each buffer takes much more memory than its bytes. */
const FEW_PIECES = 16;
const SMALL_PIECE = 1024;
const JOINT_BYTES = 16 * 1024;

let held = 0;

/**
 * A copy of a response, to be scanned after it was sent. The visitor does not wait for it, and if memory is short, the
 * copy is dropped.
 */
export class ResponseCopy {
  #chunks: Buffer[] = [];
  #length = 0;
  /** The buffer for small chunks, and its filled length. */
  #joint: Buffer | undefined;
  #joined = 0;
  #isClosed = false;
  readonly #contentType: string;
  readonly #encoding: string | undefined;

  private constructor(contentType: string, encoding: string | undefined) {
    this.#contentType = contentType;
    this.#encoding = encoding;
  }

  /** Undefined if all copies together have reached their maximum. */
  static open(contentType: string, encoding: string | undefined): ResponseCopy | undefined {
    return held < MAX_ALL ? new ResponseCopy(contentType, encoding) : undefined;
  }

  add(chunk: Buffer): void {
    const space = MAX_COPY - this.#length;
    if (this.#isClosed || space <= 0) return;
    const piece = chunk.length > space ? chunk.subarray(0, space) : chunk;
    if (held + piece.length > MAX_ALL) {
      this.discard();
      return;
    }
    this.#keep(piece);
    this.#length += piece.length;
    held += piece.length;
  }

  /** Returns the copy, once; undefined if it was dropped. */
  take(): ScanJob | undefined {
    if (this.#isClosed) return undefined;
    this.#seal();
    const job = {
      chunks: this.#chunks,
      length: this.#length,
      contentType: this.#contentType,
      encoding: this.#encoding,
    };
    this.discard();
    return job;
  }

  discard(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    held -= this.#length;
    this.#chunks = [];
    this.#joint = undefined;
  }

  #keep(piece: Buffer): void {
    if (piece.length >= SMALL_PIECE || this.#chunks.length < FEW_PIECES) {
      this.#seal();
      // A copy, because the buffer of the chunk is reused.
      this.#chunks.push(Buffer.from(piece));
      return;
    }
    if (!this.#joint || this.#joint.length - this.#joined < piece.length) {
      this.#seal();
      this.#joint = Buffer.allocUnsafe(JOINT_BYTES);
      this.#joined = 0;
    }
    this.#joined += piece.copy(this.#joint, this.#joined);
  }

  #seal(): void {
    if (this.#joint) this.#chunks.push(this.#joint.subarray(0, this.#joined));
    this.#joint = undefined;
  }
}
