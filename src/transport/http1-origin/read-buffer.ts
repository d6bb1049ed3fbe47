/** What is read from a connection at a time. */
const BYTES = 64 * 1024;

/** As `net.connect` takes it: where to read to, and what to do with what was read. */
export interface ReadInto {
  readonly buffer: () => Buffer;
  readonly callback: (length: number) => boolean;
}

/**
 * Memory that a connection reads into again and again. Node would otherwise take new memory for every read, and
 * spend a fifth of the time for long bodies on collecting it.
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

  /** Somebody still needs what was read last: the next read goes elsewhere. */
  keep(): void {
    this.#bytes = undefined;
  }
}

function noop(): void {}
