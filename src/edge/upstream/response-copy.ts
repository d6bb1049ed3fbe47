import type { ScanJob } from '../../detectors/sensitive-data/thread/scan-job.ts';

/** Decoded text is looked at up to a megabyte, so nothing needs more bytes than that. */
const MAX_COPY = 1024 * 1024;
/** All copies of a process together. */
const MAX_ALL = 64 * 1024 * 1024;

/** After some pieces small ones are copied together: each by itself takes much more memory than it has bytes. */
const FEW_PIECES = 16;
const SMALL_PIECE = 1024;
const JOINT_BYTES = 16 * 1024;

let held = 0;

/**
 * A copy of what goes to the visitor, for those who look at it afterwards. It takes nothing from the
 * visitor: it only remembers pieces that pass by anyway, and gives up first when memory is short.
 */
export class ResponseCopy {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Small pieces that were copied together, and how much of it is filled. */
  #joint: Buffer | undefined;
  #joined = 0;
  #isClosed = false;
  readonly #contentType: string;
  readonly #encoding: string | undefined;

  private constructor(contentType: string, encoding: string | undefined) {
    this.#contentType = contentType;
    this.#encoding = encoding;
  }

  /** Undefined when all copies together are as large as they may be. */
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

  /** What was kept, once; undefined when it had to be given up. */
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
      // The piece itself is overwritten by what follows.
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
