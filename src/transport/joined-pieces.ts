/** Larger pieces are not worth a copy. */
const SMALL_BYTES = 1024;
const MAX_BYTES = 4 * 1024;

/** Puts small pieces of a body together: each by itself would cost as much as a large one. */
export class JoinedPieces {
  /** A piece that came alone is not copied. */
  #first: Buffer | undefined;
  #joined: Buffer | undefined;
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** False: what is here has to be taken first. */
  hasRoomFor({ length }: Buffer): boolean {
    return length <= SMALL_BYTES && this.#length + length <= MAX_BYTES;
  }

  /** False when the piece is not small, so that it is to be sent by itself. */
  add(piece: Buffer): boolean {
    if (piece.length > SMALL_BYTES) return false;
    if (this.#length === 0) this.#first = piece;
    else this.#append(piece);
    this.#length += piece.length;
    return true;
  }

  /** All that was added since the last call. */
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
