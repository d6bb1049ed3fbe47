import { closeSync, openSync, readSync } from 'node:fs';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { RunBuffer } from './run-buffer.ts';

const HIGH_VALUES = 2 ** 32;
/** For what all readers hold together. */
const READ_BYTES = 32 * 1024 ** 2;
const LEAST_READ_BYTES = 16_384;

/** Reads a sorted run from front to back. Opens the file each time, as there may be thousands. */
class RunReader {
  readonly #path: string;
  readonly #words: Uint32Array;
  readonly #bytes: Uint8Array;
  /** Of the file, in bytes: where the words in memory begin. */
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

  /** Moves everything below the bound; false when the target became full. */
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
 * Gives the fingerprints of all runs in ascending order, once each. Fingerprints are spread evenly, so
 * equal ranges of them are about equally large: range after range, the piece of every run is put
 * into the buffer and sorted, which is faster than comparing the heads of many runs.
 */
export function mergeRuns(
  paths: readonly string[],
  total: number,
  buffer: RunBuffer,
  each: (high: number, low: number) => void,
  onProgress: (share: number) => void,
): void {
  const share = Math.floor(READ_BYTES / Math.max(1, paths.length) / 8) * 8;
  const readBytes = Math.min(1024 ** 2, Math.max(LEAST_READ_BYTES, share));
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

/** False, with the readers where they were, when the range holds more than the buffer. */
function fillRange(readers: readonly RunReader[], bound: number, buffer: RunBuffer): boolean {
  const positions = readers.map((reader) => reader.position);
  buffer.clear();
  if (readers.every((reader) => reader.moveBelow(bound, buffer))) return true;
  readers.forEach((reader, index) => {
    reader.rewind(positions[index] ?? 0);
  });
  return false;
}
