import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  bodyWords,
  CredentialStoreError,
  decodeHeader,
  fileBytes,
  HEADER_BYTES,
  pagesOf,
  type StoreHeader,
} from './store-format.ts';
import { type PageCache, readFully, readWords, type StoreWords } from './store-words.ts';

/** An open store file; store-format.ts describes the format. */
export class StoreFile {
  readonly header: StoreHeader;
  readonly #words: StoreWords;

  constructor(header: StoreHeader, words: StoreWords) {
    this.header = header;
    this.#words = words;
  }

  has(high: number, low: number): boolean {
    const { entries, prefixBits } = this.header;
    const words = this.#words;
    const bucket = entries + (high >>> (32 - prefixBits));
    const wanted = ((high << prefixBits) | (low >>> (32 - prefixBits))) >>> 0;
    let from = words.at(bucket);
    let to = words.at(bucket + 1);
    while (from < to) {
      // Not `(from + to) >>> 1`: the sum may exceed 32 bits.
      const middle = from + ((to - from) >>> 1);
      const found = words.at(middle);
      if (found === wanted) return true;
      if (found < wanted) from = middle + 1;
      else to = middle;
    }
    return false;
  }

  close(): void {
    this.#words.close();
  }
}

/** Checks header, size and checksums. The content is checked when it is read: now, or with `pages` page by page. */
export async function openStoreFile(path: string, pages?: PageCache): Promise<StoreFile> {
  const handle = await open(path);
  // Pages are read from the file that was checked here, even if another file gets its name.
  let isKept = false;
  try {
    const size = (await handle.stat()).size;
    const head = Buffer.alloc(Math.min(size, HEADER_BYTES));
    await readFully(path, handle, head, 0);
    const header = decodeHeader(path, head);
    const expected = fileBytes(header);
    if (size !== expected) {
      const problem = `it has ${size} bytes instead of ${expected}; import it again`;
      throw new CredentialStoreError(path, size < expected ? `truncated, ${problem}` : problem);
    }
    const length = bodyWords(header);
    const sums = new Uint32Array(pagesOf(length));
    const bytes = new Uint8Array(sums.buffer);
    await readFully(path, handle, bytes, HEADER_BYTES + 4 * length);
    if (crc32(bytes) !== header.sumOfSums) {
      throw new CredentialStoreError(path, 'its checksums are damaged; import it again');
    }
    if (!pages) return new StoreFile(header, await readWords(path, handle, length, sums));
    isKept = true;
    return new StoreFile(header, pages.open(path, handle, length, sums));
  } finally {
    if (!isKept) await handle.close();
  }
}
