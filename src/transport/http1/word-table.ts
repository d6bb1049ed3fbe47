/** Larger than any number of words that is looked for, so that few of them share a slot. */
const SLOTS = 512;

interface Word<Value> {
  readonly codes: Uint8Array;
  readonly value: Value;
}

/** Finds words in bytes without making a text, and the hash of a text, of what is there. */
export class WordTable<Value> {
  readonly #slots: readonly Word<Value>[][] = Array.from({ length: SLOTS }, () => []);

  /** Words of ASCII characters. */
  constructor(words: Iterable<readonly [word: string, value: Value]>) {
    for (const [word, value] of words) {
      const codes = Buffer.from(word, 'latin1');
      this.#slots[slotOf(codes, 0, codes.length)]?.push({ codes, value });
    }
  }

  /** What belongs to the word that the bytes from one place to before another are, if it is one of the table. */
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

/** Whether the bytes at a place are these. */
export function isAt(bytes: Uint8Array, from: number, codes: Uint8Array): boolean {
  for (let n = 0; n < codes.length; n++) if (bytes[from + n] !== codes[n]) return false;
  return true;
}

/** Few words of one protocol share their length and both ends. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  const ends = (bytes[from] as number) * 7 + (bytes[to - 1] as number); // no word is empty
  return ((to - from) * 31 + ends) % SLOTS;
}
