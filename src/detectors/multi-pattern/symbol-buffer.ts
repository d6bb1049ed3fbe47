import { OTHER, SYMBOLS } from './symbol-set.ts';

/** Symbols per word of the buffer. */
const WORD = 4;

/**
 * The text with one byte per symbol, readable in words. Reading it in a loop takes a fraction of the time of reading
 * the characters of a string, and writing it is almost free.
 */
export class SymbolBuffer {
  symbols = new Uint8Array(0);
  words = new Int32Array(0);
  #units = new Uint16Array(0);

  /** Appends at least one symbol that matches nothing. Returns the number of words. */
  fill(text: string): number {
    const count = Math.floor(text.length / WORD) + 1;
    if (this.words.length < count) this.#grow(count);
    const { symbols } = this;
    if (Buffer.byteLength(text) === text.length) Buffer.from(symbols.buffer).write(text, 'latin1');
    else this.#fillWide(text);
    symbols.fill(OTHER, text.length, count * WORD);
    return count;
  }

  #grow(count: number): void {
    // A little larger, so that slowly growing texts do not need a new buffer each time.
    this.words = new Int32Array(Math.ceil(count * 1.25) + 256);
    this.symbols = new Uint8Array(this.words.buffer);
  }

  #fillWide(text: string): void {
    if (this.#units.length < text.length) this.#units = new Uint16Array(this.symbols.length);
    const units = this.#units;
    const { symbols } = this;
    Buffer.from(units.buffer).write(text, 'utf16le');
    for (let at = 0; at < text.length; at += 1) {
      const unit = units[at] as number; // there is room for the whole text
      symbols[at] = unit < SYMBOLS ? unit : OTHER;
    }
  }
}
