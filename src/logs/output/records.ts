/** How records are spread over several blocks. */
export interface Spread {
  readonly starts: Uint32Array;
  /** For each record the number of its block. */
  readonly blockOf: Uint16Array;
}

/**
 * The records of some lines, as UTF-8. They live until their batch is sent, so there is no object for each: the garbage collector
 * would have to look at all of them several times. Records of several jobs may share their bytes.
 */
export class Records {
  readonly length: number;
  readonly #blocks: readonly Buffer[];
  readonly #ends: Uint32Array;
  readonly #spread: Spread | undefined;

  /** Without a spread, the records follow each other in the only block. */
  constructor(blocks: readonly Buffer[], ends: Uint32Array, spread?: Spread) {
    this.length = ends.length;
    this.#blocks = blocks;
    this.#ends = ends;
    this.#spread = spread;
  }

  /** The bytes in which a record is, from its start to its end. */
  block(at: number): Buffer {
    return this.#blocks[this.#spread ? (this.#spread.blockOf[at] as number) : 0] as Buffer;
  }

  start(at: number): number {
    if (this.#spread) return this.#spread.starts[at] as number;
    return at === 0 ? 0 : (this.#ends[at - 1] as number);
  }

  end(at: number): number {
    return this.#ends[at] as number;
  }

  /** In bytes. */
  size(at: number): number {
    return this.end(at) - this.start(at);
  }

  texts(most = this.length): string[] {
    return Array.from({ length: Math.min(most, this.length) }, (_, at) =>
      this.block(at).toString('utf8', this.start(at), this.end(at)),
    );
  }
}

export const noRecords = new Records([], new Uint32Array());
