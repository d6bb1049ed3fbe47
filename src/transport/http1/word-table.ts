/** More slots than words, so that collisions are rare. */
const SLOTS = 512;

interface Word<Value> {
  readonly codes: Uint8Array;
  readonly value: Value;
}

/** A hash table for words in bytes, which needs no string for the look-up. */
export class WordTable<Value> {
  readonly #slots: readonly Word<Value>[][] = Array.from({ length: SLOTS }, () => []);

  /** Words of ASCII characters. */
  constructor(words: Iterable<readonly [word: string, value: Value]>) {
    for (const [word, value] of words) {
      const codes = Buffer.from(word, 'latin1');
      this.#slots[slotOf(codes, 0, codes.length)]?.push({ codes, value });
    }
  }

  /** The value of the word at the bytes `from` (inclusive) to `to` (exclusive); undefined if it is not in the table. */
  find(bytes: Uint8Array, from: number, to: number): Value | undefined {
    if (from === to) return undefined;
    const slot = this.#slots[slotOf(bytes, from, to)] as Word<Value>[]; // every slot has a list
    for (let n = 0; n < slot.length; n++) {
      const { codes, value } = slot[n] as Word<Value>;
      if (codes.length === to - from && isAt(bytes, from, codes)) return value;
    }
    return undefined;
  }
}

/** Whether `bytes` contain `codes` at this offset. */
export function isAt(bytes: Uint8Array, from: number, codes: Uint8Array): boolean {
  for (let n = 0; n < codes.length; n++) if (bytes[from + n] !== codes[n]) return false;
  return true;
}

/** Hashes the length, the first and the last character, which few words of a protocol share. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  const ends = (bytes[from] as number) * 7 + (bytes[to - 1] as number); // no word is empty
  return ((to - from) * 31 + ends) % SLOTS;
}
