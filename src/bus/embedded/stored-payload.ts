import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON as it is in a file: text, or compressed. */
export type StoredPayload = string | Uint8Array;

// Higher levels take several times as long, and columnar batches hardly get smaller. The checksum detects damage that SQLite does not.
const OPTIONS = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Most batches fit into one chunk, which is faster than concatenating several. */
const DECOMPRESS_OPTIONS = { chunkSize: 256 * 1024 };

export function compressPayload(text: string): Uint8Array {
  return zstdCompressSync(text, OPTIONS);
}

export function decodePayload(stored: StoredPayload): unknown {
  return JSON.parse(
    typeof stored === 'string'
      ? stored
      : zstdDecompressSync(stored, DECOMPRESS_OPTIONS).toString('utf8'),
  );
}

export function sizeOfPayload(stored: StoredPayload): number {
  return typeof stored === 'string' ? Buffer.byteLength(stored) : stored.byteLength;
}
