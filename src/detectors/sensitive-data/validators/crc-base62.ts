import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Prefix, underscore, random part, and the CRC-32 of the random part in six base 62 digits. */
export function crcBase62(candidate: string): boolean {
  const body = candidate.slice(candidate.indexOf('_') + 1);
  let number = crc32(body.slice(0, -6));
  let text = '';
  while (number > 0) {
    text = alphabet[number % 62] + text;
    number = Math.floor(number / 62);
  }
  return text.padStart(6, '0') === body.slice(-6);
}
