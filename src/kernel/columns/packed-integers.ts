import type { PackedIntegers } from './column-table.ts';

/** Digits that need no escape in JSON. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
const BITS = 6;
const MASK = 63;
/** Numbers further apart would need more than 32 bits in the loops below. */
const MAX_DIGITS = 5;

const codes = Buffer.from(ALPHABET, 'latin1');
const values = new Uint8Array(256);
for (const [value, code] of codes.entries()) values[code] = value;

/**
 * Packs integers of a small range; undefined for other numbers. A JSON array of numbers takes ten times as long to
 * write and to read.
 */
export function packIntegers(
  numbers: ArrayLike<number>,
  count: number,
): PackedIntegers | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    const number = numbers[row] as number; // within the count
    if (!Number.isSafeInteger(number)) return undefined;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  const digits = digitsOf(most - least);
  if (digits > MAX_DIGITS) return undefined;
  const text = Buffer.allocUnsafe(count * digits);
  for (let row = 0, end = digits; row < count; row++, end += digits) {
    let rest = (numbers[row] as number) - least;
    for (let at = end - 1; at >= end - digits; at--) {
      text[at] = codes[rest & MASK] as number; // the mask is within the alphabet
      rest >>>= BITS;
    }
  }
  return { least, digits, packed: text.toString('latin1') };
}

export function unpackIntegers(stored: PackedIntegers): Float64Array {
  const numbers = new Float64Array(stored.packed.length / stored.digits);
  unpackTo(numbers, stored, stored.least);
  return numbers;
}

/** The distances from the least number, all of which are below 2^16. */
export function unpackDistances(stored: PackedIntegers): Uint16Array {
  const distances = new Uint16Array(stored.packed.length / stored.digits);
  unpackTo(distances, stored, 0);
  return distances;
}

type Target = Float64Array | Uint16Array;

function unpackTo(target: Target, { digits, packed }: PackedIntegers, least: number): void {
  // Reading bytes of a buffer is many times faster than reading characters of a string.
  const bytes = Buffer.from(packed, 'latin1');
  // Most columns have one or two digits, and specialised loops are faster.
  if (digits === 1) unpackDigits(target, bytes, least);
  else if (digits === 2) unpackPairs(target, bytes, least);
  else unpackMany(target, bytes, digits, least);
}

function unpackDigits(target: Target, bytes: Uint8Array, least: number): void {
  for (let row = 0; row < target.length; row++) {
    target[row] = least + (values[bytes[row] as number] as number);
  }
}

function unpackPairs(target: Target, bytes: Uint8Array, least: number): void {
  for (let row = 0; row < target.length; row++) {
    const high = values[bytes[2 * row] as number] as number;
    target[row] = least + ((high << BITS) | (values[bytes[2 * row + 1] as number] as number));
  }
}

function unpackMany(target: Target, bytes: Uint8Array, digits: number, least: number): void {
  for (let row = 0, at = 0; row < target.length; row++) {
    let distance = 0;
    for (const end = at + digits; at < end; at++) {
      distance = (distance << BITS) | (values[bytes[at] as number] as number);
    }
    target[row] = least + distance;
  }
}

function digitsOf(range: number): number {
  let digits = 1;
  for (let rest = range; rest > MASK; rest /= MASK + 1) digits += 1;
  return digits;
}
