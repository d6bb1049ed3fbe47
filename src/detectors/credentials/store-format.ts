/**
 * The file of a credential store (`NAME.pcs`). Written once, never changed.
 *
 *     header   4096 bytes, see `encodeHeader`
 *     body     32-bit words: first the entries, then the index
 *     sums     CRC-32 of every 4 KiB of the body, one word each
 *
 * All numbers are little-endian. An entry represents a fingerprint of 64 bits (fingerprinter.ts). Its first
 * `prefixBits` bits select a bucket, the next 32 bits are stored as a word. Buckets are stored one after the other;
 * each is sorted. Word b of the index is the position where bucket b begins; a final word is where the last one ends.
 *
 * Buckets have at most 64 entries on average, so that the probability of a false positive is below 64 ÷ 2³², 1 in 67
 * million, however large the file is. An entry takes four bytes and its share of the index.
 */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PalisadeError } from '../../kernel/palisade-error.ts';

export const HEADER_BYTES = 4096;
export const PAGE_BYTES = 4096;
export const PAGE_WORDS = PAGE_BYTES / 4;
/** Positions are words of 32 bits. */
export const MAX_ENTRIES = 2 ** 32 - 1;

const MAGIC = 'PLSDCRED';
const VERSION = 1;
const KEY_ID_BYTES = 8;
const BUCKET_ENTRIES = 64;
const MAX_PREFIX_BITS = 26;
/** Bytes of the header that its own checksum covers; the checksum follows them. */
const SUMMED_BYTES = 60;

/** Kinds of entries in a file; lookups of another kind skip the file. */
export const Kind = { pairs: 1, passwords: 2 } as const;

export interface StoreHeader {
  /** Bits of `Kind`. */
  readonly kinds: number;
  readonly prefixBits: number;
  readonly entries: number;
  /** Identifies the key of the file, in hexadecimal characters. */
  readonly keyId: string;
  /** CRC-32 of the checksums of the body. */
  readonly sumOfSums: number;
}

/** A file that is damaged or not a store file. The message contains the remedy. */
export class CredentialStoreError extends PalisadeError {
  constructor(path: string, problem: string) {
    super('credential_store_unreadable', `${path} cannot be used: ${problem}`);
  }
}

export function keyIdOf(key: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from('palisade key id\0'), key])).slice(
    0,
    2 * KEY_ID_BYTES,
  );
}

export function prefixBitsFor(entries: number): number {
  const bits = Math.ceil(Math.log2(Math.max(1, entries / BUCKET_ENTRIES)));
  return Math.min(MAX_PREFIX_BITS, Math.max(1, bits));
}

export const indexWords = (prefixBits: number): number => 2 ** prefixBits + 1;

export function bodyWords({ entries, prefixBits }: StoreHeader): number {
  return entries + indexWords(prefixBits);
}

export const pagesOf = (words: number): number => Math.ceil(words / PAGE_WORDS);

export function fileBytes(header: StoreHeader): number {
  const words = bodyWords(header);
  return HEADER_BYTES + 4 * (words + pagesOf(words));
}

export function encodeHeader({ kinds, prefixBits, entries, keyId, sumOfSums }: StoreHeader) {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 0, 'latin1');
  header.writeUInt32LE(VERSION, 8);
  header.writeUInt32LE(kinds, 12);
  header.writeUInt32LE(prefixBits, 16);
  header.writeUInt32LE(PAGE_BYTES, 20);
  header.writeUInt32LE(entries, 24);
  header.write(keyId, 32, 'hex');
  header.writeUInt32LE(sumOfSums, 40);
  header.writeUInt32LE(crc32(header.subarray(0, SUMMED_BYTES)), SUMMED_BYTES);
  return header;
}

export function decodeHeader(path: string, header: Buffer): StoreHeader {
  const fail = (problem: string) => new CredentialStoreError(path, problem);
  if (header.length < HEADER_BYTES) throw fail('it is truncated; import it again');
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw fail('it is not a credential store');
  const version = header.readUInt32LE(8);
  if (version !== VERSION) {
    throw fail(`it has version ${version} and this program reads ${VERSION}; import it again`);
  }
  if (crc32(header.subarray(0, SUMMED_BYTES)) !== header.readUInt32LE(SUMMED_BYTES)) {
    throw fail('its header is damaged; import it again');
  }
  return {
    kinds: header.readUInt32LE(12),
    prefixBits: header.readUInt32LE(16),
    entries: header.readUInt32LE(24),
    keyId: header.toString('hex', 32, 32 + KEY_ID_BYTES),
    sumOfSums: header.readUInt32LE(40),
  };
}
