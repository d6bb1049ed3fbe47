interface Waiting {
  readonly bytes: number;
  drop(): void;
}

/**
 * Responses of all connections that the other ends have not read yet. A caller can ask for long responses on many connections and read
 * none of them, so those that have waited longest are dropped when there are too many bytes.
 */
export class Backlog {
  readonly #maxBytes: number;
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Holds a response until what is returned is called. `drop` ends its connection. */
  hold(bytes: number, drop: () => void): () => void {
    const held: Waiting = { bytes, drop };
    this.#waiting.add(held);
    this.#bytes += bytes;
    for (const oldest of this.#waiting) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#release(oldest);
      oldest.drop();
    }
    return () => this.#release(held);
  }

  #release(held: Waiting): void {
    if (this.#waiting.delete(held)) this.#bytes -= held.bytes;
  }
}
