/** The body of a store file as words: in memory, or read in pages when needed. */
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { CredentialStoreError, HEADER_BYTES, PAGE_BYTES, PAGE_WORDS } from './store-format.ts';

export interface StoreWords {
  at(index: number): number;
  close(): void;
}

/** Pages that are read in one iteration of the event loop; a few milliseconds of work. */
const CHUNK_PAGES = 1024;

const damaged = (path: string) =>
  new CredentialStoreError(path, 'its content is damaged; import it again');

/** The whole body in memory; its checksums are verified while it is read. */
export async function readWords(
  path: string,
  handle: FileHandle,
  length: number,
  sums: Uint32Array,
): Promise<StoreWords> {
  const words = new Uint32Array(length);
  const bytes = new Uint8Array(words.buffer);
  for (let page = 0; page < sums.length; page += CHUNK_PAGES) {
    const start = page * PAGE_BYTES;
    const end = Math.min(bytes.length, start + CHUNK_PAGES * PAGE_BYTES);
    await readFully(path, handle, bytes.subarray(start, end), HEADER_BYTES + start);
    for (let at = start, sum = page; at < end; at += PAGE_BYTES, sum++) {
      const isGood = crc32(bytes.subarray(at, Math.min(end, at + PAGE_BYTES))) === sums[sum];
      if (!isGood) throw damaged(path);
    }
  }
  return { at: (index) => words[index] ?? 0, close: () => {} };
}

export async function readFully(
  path: string,
  handle: FileHandle,
  target: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new CredentialStoreError(path, 'it is truncated; import it again');
    done += bytesRead;
  }
}

/** A cache for pages of all files that are not in memory. The operating system caches them as well. */
export class PageCache {
  readonly #pages: BoundedMap<number, Uint32Array>;
  #files = 0;

  constructor(bytes: number) {
    this.#pages = new BoundedMap(bytes / PAGE_BYTES);
  }

  /** Takes ownership of the open file. Lookups read synchronously. */
  open(path: string, handle: FileHandle, length: number, sums: Uint32Array): StoreWords {
    const first = this.#files++ * 2 ** 32;
    const page = (number: number): Uint32Array => {
      const cached = this.#pages.get(first + number);
      if (cached) return cached;
      const words = new Uint32Array(Math.min(PAGE_WORDS, length - number * PAGE_WORDS));
      const bytes = new Uint8Array(words.buffer);
      const read = readSync(handle.fd, bytes, { position: HEADER_BYTES + number * PAGE_BYTES });
      if (read < bytes.length || crc32(bytes) !== sums[number]) throw damaged(path);
      this.#pages.set(first + number, words);
      return words;
    };
    return {
      at: (index) => page(Math.floor(index / PAGE_WORDS))[index % PAGE_WORDS] ?? 0,
      close: () => {
        // The file was only read, so a failure to close it loses nothing.
        handle.close().catch(() => {});
      },
    };
  }
}
