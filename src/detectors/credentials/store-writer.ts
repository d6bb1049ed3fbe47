import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { PalisadeError } from '../../kernel/palisade-error.ts';
import {
  encodeHeader,
  HEADER_BYTES,
  indexWords,
  MAX_ENTRIES,
  PAGE_BYTES,
  PAGE_WORDS,
  pagesOf,
  prefixBitsFor,
} from './store-format.ts';

const BUFFERED_PAGES = 256;

/**
 * Writes a store file from fingerprints in ascending order. Only the index and the checksums are kept in memory. The
 * header is written last: a file without it is refused.
 */
export class StoreWriter {
  readonly #descriptor: number;
  readonly #prefixBits: number;
  readonly #index: Uint32Array;
  readonly #sums: Uint32Array;
  readonly #buffer = new Uint32Array(BUFFERED_PAGES * PAGE_WORDS);
  #buffered = 0;
  #pages = 0;
  #entries = 0;
  #bucket = -1;
  #last = -1;

  /** `atMost` is an upper bound of the number of entries; the number of buckets depends on it. */
  constructor(path: string, atMost: number) {
    if (atMost > MAX_ENTRIES) {
      const advice = `one file can have ${MAX_ENTRIES.toLocaleString('en')} entries; import the list in parts`;
      throw new PalisadeError('credential_store_full', advice);
    }
    this.#prefixBits = prefixBitsFor(atMost);
    this.#index = new Uint32Array(indexWords(this.#prefixBits));
    this.#sums = new Uint32Array(pagesOf(atMost + this.#index.length));
    this.#descriptor = openSync(path, 'w', 0o600);
  }

  /** Ignores repeated fingerprints. */
  add(high: number, low: number): void {
    const bits = this.#prefixBits;
    const bucket = high >>> (32 - bits);
    const word = ((high << bits) | (low >>> (32 - bits))) >>> 0;
    if (bucket === this.#bucket && word === this.#last) return;
    while (this.#bucket < bucket) this.#index[++this.#bucket] = this.#entries;
    this.#last = word;
    this.#put(word);
    this.#entries += 1;
  }

  /** Returns the number of entries, after the file was synced to disk. */
  finish(kinds: number, keyId: string): number {
    this.#index.fill(this.#entries, this.#bucket + 1);
    for (const word of this.#index) this.#put(word);
    this.#flush();
    const sums = new Uint8Array(this.#sums.buffer, 0, 4 * this.#pages);
    this.#write(sums, HEADER_BYTES + 4 * (this.#entries + this.#index.length));
    const header = {
      kinds,
      keyId,
      prefixBits: this.#prefixBits,
      entries: this.#entries,
      sumOfSums: crc32(sums),
    };
    this.#write(encodeHeader(header), 0);
    fsyncSync(this.#descriptor);
    return this.#entries;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #put(word: number): void {
    this.#buffer[this.#buffered++] = word;
    if (this.#buffered === this.#buffer.length) this.#flush();
  }

  #flush(): void {
    const bytes = new Uint8Array(this.#buffer.buffer, 0, 4 * this.#buffered);
    this.#write(bytes, HEADER_BYTES + this.#pages * PAGE_BYTES);
    for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
      this.#sums[this.#pages++] = crc32(bytes.subarray(at, at + PAGE_BYTES));
    }
    this.#buffered = 0;
  }

  #write(bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(this.#descriptor, bytes, done, bytes.length - done, position + done);
    }
  }
}
