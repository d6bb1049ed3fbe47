/** Larger chunks are not copied. */
const SMALL_BYTES = 1024;
const MAX_BYTES = 4 * 1024;

/** Coalesces small chunks of a body, because writing a small chunk costs as much as writing a large one. */
export class JoinedPieces {
  /** A single chunk is not copied. */
  #first: Buffer | undefined;
  #joined: Buffer | undefined;
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** False: `take` has to be called first. */
  fits({ length }: Buffer): boolean {
    return length <= SMALL_BYTES && this.#length + length <= MAX_BYTES;
  }

  /** Returns false if the chunk is too large; the caller sends it by itself. */
  add(piece: Buffer): boolean {
    if (piece.length > SMALL_BYTES) return false;
    if (this.#length === 0) this.#first = piece;
    else this.#append(piece);
    this.#length += piece.length;
    return true;
  }

  /** Returns and removes the added chunks. */
  take(): Buffer | undefined {
    const taken = this.#first ?? this.#joined?.subarray(0, this.#length);
    this.#first = undefined;
    this.#joined = undefined;
    this.#length = 0;
    return taken;
  }

  #append(piece: Buffer): void {
    if (!this.#joined) {
      this.#joined = Buffer.allocUnsafe(MAX_BYTES);
      this.#first?.copy(this.#joined);
      this.#first = undefined;
    }
    if (piece.length === 1)
      this.#joined[this.#length] = piece[0] as number; // it has one byte
    else piece.copy(this.#joined, this.#length);
  }
}
