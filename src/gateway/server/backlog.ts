interface Waiting {
  readonly bytes: number;
  drop(): void;
}

/**
 * Buffered responses of all connections. A client can request long responses on many connections and read none of them, so the connections
 * with the oldest responses are closed when the total exceeds the limit.
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

  /** Counts a response until the returned function is called. `drop` closes its connection. */
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
