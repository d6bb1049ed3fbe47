/** Size of one read. */
const BYTES = 64 * 1024;

/** The `onread` option of `net.connect`. */
export interface ReadInto {
  readonly buffer: () => Buffer;
  readonly callback: (length: number) => boolean;
}

/**
 * A buffer that a connection reuses for all reads. Otherwise Node allocates memory for every read, and for long bodies spends a fifth of
 * the time on garbage collection.
 */
export class ReadBuffer {
  #bytes: Buffer | undefined;
  onBytes: (bytes: Buffer) => void = noop;
  readonly into: ReadInto = {
    buffer: () => {
      this.#bytes ??= Buffer.allocUnsafeSlow(BYTES);
      return this.#bytes;
    },
    callback: (length) => {
      if (this.#bytes) this.onBytes(this.#bytes.subarray(0, length));
      return true;
    },
  };

  /** Keeps the last read valid: the next one gets a new buffer. */
  keep(): void {
    this.#bytes = undefined;
  }
}

function noop(): void {}
