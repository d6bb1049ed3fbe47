import { crc32 } from 'node:zlib';

/** Tokens of this platform: the last eight characters are the CRC-32 of the rest. */
export function crcHex(candidate: string): boolean {
  return crc32(candidate.slice(0, -8)).toString(16).padStart(8, '0') === candidate.slice(-8);
}
