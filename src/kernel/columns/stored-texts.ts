import type { StoredTexts } from './column-table.ts';
import { packIntegers, unpackIntegers } from './packed-integers.ts';

/** A column with more texts than this is not searched for repetitions. */
const MAX_DISTINCT = 64;

/** Stores repeated texts once: most columns of a log have one distinct text, or a few. */
export function storeTexts(texts: readonly string[], count: number): StoredTexts {
  const first = texts[0] ?? '';
  let row = 1;
  while (row < count && texts[row] === first) row += 1;
  if (row >= count) return first;
  const limit = Math.min(MAX_DISTINCT, count / 4);
  const known = new Map([[first, 0]]);
  const indexes = new Array<number>(count).fill(0);
  for (let before = first, index = 0; row < count; row++) {
    const text = texts[row] as string; // within the count
    if (text !== before) {
      before = text;
      index = known.get(text) ?? known.size;
      if (index === known.size) known.set(text, index);
      if (known.size > limit) return storeAll(texts, count);
    }
    indexes[row] = index;
  }
  const packed = packIntegers(indexes, count);
  return packed ? { distinct: [...known.keys()], places: packed } : storeAll(texts, count);
}

function storeAll(texts: readonly string[], count: number): StoredTexts {
  const { length } = texts[0] as string; // there are some
  let joined = '';
  for (let row = 0; row < count; row++) {
    const text = texts[row] as string;
    if (text.length !== length || length === 0) return texts.slice(0, count);
    joined += text;
  }
  return { length, joined };
}

export function readTexts(stored: StoredTexts, count: number): readonly string[] {
  if (typeof stored === 'string') return new Array<string>(count).fill(stored);
  if ('distinct' in stored) {
    const { distinct, places } = stored;
    return Array.from(unpackIntegers(places), (index) => distinct[index] as string);
  }
  if (!('joined' in stored)) return stored;
  const { length, joined } = stored;
  const texts = new Array<string>(count);
  for (let row = 0; row < count; row++) texts[row] = joined.slice(row * length, (row + 1) * length);
  return texts;
}
