import type { StoredNumbers } from './column-table.ts';
import { packIntegers, unpackIntegers } from './packed-integers.ts';

/** Minus zero becomes zero. */
export function storeNumbers(numbers: ArrayLike<number>, count: number): StoredNumbers {
  const first = numbers[0] as number; // there are some
  let row = 1;
  while (row < count && numbers[row] === first) row += 1;
  if (row >= count) return storedNumber(first);
  return packIntegers(numbers, count) ?? Array.from(numbers, storedNumber).slice(0, count);
}

function storedNumber(number: number): number | string {
  return Number.isFinite(number) ? number : String(number);
}

export function readNumbers(stored: StoredNumbers, count: number): Float64Array {
  if (typeof stored === 'number' || typeof stored === 'string') {
    return new Float64Array(count).fill(Number(stored));
  }
  return 'packed' in stored ? unpackIntegers(stored) : Float64Array.from(stored, Number);
}
