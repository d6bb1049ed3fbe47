import {
  baseType,
  type ColumnTable,
  type ColumnType,
  isOptional,
  type PackedIntegers,
  type StoredColumn,
  type StoredNumbers,
  type StoredTexts,
  type StoredValues,
} from './column-table.ts';
import { unpackDistances } from './packed-integers.ts';
import { readNumbers } from './stored-numbers.ts';
import { readTexts } from './stored-texts.ts';

/** A dictionary-encoded column, so that readers compute what depends on a value once for all rows that share it. */
export interface CodedValues {
  readonly distinct: ArrayLike<unknown>;
  /** For each row the index of its value in `distinct`; undefined if that has a value for each row, in order. */
  readonly indexes: Uint16Array | undefined;
}

/** Indexes are 16 bits wide; batches are smaller than this. */
const MOST_INDEXES = 65_536;
const allFirst = new Uint16Array(MOST_INDEXES);

/** One value for all rows. */
export function sameValue(value: unknown, count: number): CodedValues {
  const indexes = count <= MOST_INDEXES ? allFirst.subarray(0, count) : new Uint16Array(count);
  return { distinct: [value], indexes };
}

export function readCoded(
  type: ColumnTable[string],
  stored: StoredColumn,
  count: number,
): CodedValues {
  const base = baseType(type);
  // The writer has stored the column in the form of its type.
  if (!isOptional(type)) return readStored(base, stored as StoredValues, count);
  const { rows, of } = stored as { rows: StoredNumbers; of: StoredValues };
  const present = readNumbers(rows, 1);
  return spread(readStored(base, of, present.length), present, count);
}

/** Gives values to the rows that they belong to; the others have undefined. */
function spread(
  { distinct, indexes }: CodedValues,
  rows: Float64Array,
  count: number,
): CodedValues {
  if (!indexes) {
    const values = new Array<unknown>(count).fill(undefined);
    for (let at = 0; at < rows.length; at++) values[rows[at] as number] = distinct[at];
    return { distinct: values, indexes: undefined };
  }
  const all = new Uint16Array(count).fill(distinct.length);
  for (let at = 0; at < rows.length; at++) all[rows[at] as number] = indexes[at] as number;
  return { distinct: [...Array.from(distinct), undefined], indexes: all };
}

function readStored(type: ColumnType, stored: StoredValues, count: number): CodedValues {
  if (type === 'number') return codedNumbers(stored as StoredNumbers, count);
  const { distinct, indexes } = codedTexts(stored as StoredTexts, count);
  if (type === 'text') return { distinct, indexes };
  return { distinct: Array.from(distinct, (text) => JSON.parse(text)), indexes };
}

interface CodedTexts extends CodedValues {
  readonly distinct: readonly string[];
}

function codedTexts(stored: StoredTexts, count: number): CodedTexts {
  if (typeof stored === 'string')
    return { distinct: [stored], indexes: sameValue('', count).indexes };
  if ('distinct' in stored) {
    return { distinct: stored.distinct, indexes: unpackDistances(stored.places) };
  }
  return { distinct: readTexts(stored, count), indexes: undefined };
}

function codedNumbers(stored: StoredNumbers, count: number): CodedValues {
  if (typeof stored === 'number' || typeof stored === 'string') {
    return sameValue(Number(stored), count);
  }
  if (!('packed' in stored)) return { distinct: readNumbers(stored, count), indexes: undefined };
  return fewNumbers(stored) ?? { distinct: readNumbers(stored, count), indexes: undefined };
}

/** Distances serve as indexes if there are far fewer of them than rows. */
function fewNumbers(stored: PackedIntegers): CodedValues | undefined {
  const rows = stored.packed.length / stored.digits;
  const limit = rows / 2;
  // Three digits could exceed 16 bits, and would be too many values.
  if (stored.digits > 2 || 64 ** (stored.digits - 1) > limit) return undefined;
  const indexes = unpackDistances(stored);
  let most = 0;
  for (let row = 0; row < rows; row++) most = Math.max(most, indexes[row] as number);
  if (most > limit) return undefined;
  const distinct = new Float64Array(most + 1);
  for (let distance = 0; distance <= most; distance++) distinct[distance] = stored.least + distance;
  return { distinct, indexes };
}
