import { closeSync, openSync, readSync } from 'node:fs';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { RunBuffer } from './run-buffer.ts';

const HIGH_VALUES = 2 ** 32;
/** The size of all read buffers together, and the minimum of each. */
const READ_BYTES = 32 * 1024 ** 2;
const MIN_READ_BYTES = 16_384;

/** Reads a sorted run from front to back. Opens the file for each read, because there may be thousands of runs. */
class RunReader {
  readonly #path: string;
  readonly #words: Uint32Array;
  readonly #bytes: Uint8Array;
  /** The offset in the file, in bytes, of the words in memory. */
  #start = 0;
  #length = 0;
  #at = 0;

  constructor(path: string, bufferBytes: number) {
    this.#path = path;
    this.#words = new Uint32Array(bufferBytes / 4);
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  get position(): number {
    return this.#start + 4 * this.#at;
  }

  rewind(position: number): void {
    this.#start = position;
    this.#length = 0;
    this.#at = 0;
  }

  /** Moves all fingerprints below the bound to the target; false if the target fills up first. */
  moveBelow(bound: number, target: RunBuffer): boolean {
    while (this.#at < this.#length || this.#fill()) {
      const high = this.#words[this.#at + 1] ?? 0;
      if (high >= bound) return true;
      if (target.isFull) return false;
      target.add(high, this.#words[this.#at] ?? 0);
      this.#at += 2;
    }
    return true;
  }

  #fill(): boolean {
    this.rewind(this.position);
    const descriptor = openSync(this.#path, 'r');
    try {
      const read = readSync(descriptor, this.#bytes, { position: this.#start });
      this.#length = 2 * Math.floor(read / 8);
    } finally {
      closeSync(descriptor);
    }
    return this.#length > 0;
  }
}

/**
 * Passes on the fingerprints of all runs in ascending order, without duplicates. Fingerprints are distributed
 * evenly, so equal ranges contain about the same number of them. For each range, the parts of all runs are
 * collected in the buffer and sorted, which is faster than comparing the first entries of many runs.
 */
export function mergeRuns(
  paths: readonly string[],
  total: number,
  buffer: RunBuffer,
  each: (high: number, low: number) => void,
  onProgress: (share: number) => void,
): void {
  const share = Math.floor(READ_BYTES / Math.max(1, paths.length) / 8) * 8;
  const readBytes = Math.min(1024 ** 2, Math.max(MIN_READ_BYTES, share));
  const readers = paths.map((path) => new RunReader(path, readBytes));
  let width = Math.ceil(HIGH_VALUES / Math.ceil((2 * total) / buffer.capacity + 1));
  for (let from = 0; from < HIGH_VALUES; ) {
    while (!fillRange(readers, from + width, buffer)) {
      if (width === 1) throw new PalisadeError('import_failed', 'too many runs to merge');
      width = Math.ceil(width / 2);
    }
    from += width;
    if (buffer.length < buffer.capacity / 4) width *= 2;
    buffer.sort();
    buffer.forEach(each);
    onProgress(Math.min(1, from / HIGH_VALUES));
  }
}

/** Returns false, and rewinds the readers, if the range does not fit into the buffer. */
function fillRange(readers: readonly RunReader[], bound: number, buffer: RunBuffer): boolean {
  const positions = readers.map((reader) => reader.position);
  buffer.clear();
  if (readers.every((reader) => reader.moveBelow(bound, buffer))) return true;
  readers.forEach((reader, index) => {
    reader.rewind(positions[index] ?? 0);
  });
  return false;
}
