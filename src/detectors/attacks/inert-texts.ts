/** Longer texts rarely repeat. */
const MAX_LENGTH = 300;

/**
 * Texts in which nothing was found and nothing is hidden. Browsers send the same headers with every request, so looking a
 * text up is cheaper than scanning it. Memory is bounded by two generations of texts.
 */
export class InertTexts {
  readonly #generationSize: number;
  #current = new Set<string>();
  #previous = new Set<string>();

  constructor(generationSize: number) {
    this.#generationSize = generationSize;
  }

  has(text: string): boolean {
    if (this.#current.has(text)) return true;
    if (!this.#previous.has(text)) return false;
    this.add(text);
    return true;
  }

  add(text: string): void {
    if (text.length > MAX_LENGTH) return;
    if (this.#current.size >= this.#generationSize) {
      this.#previous = this.#current;
      this.#current = new Set();
    }
    // A copy, because a part of a text keeps the whole text in memory.
    this.#current.add(Buffer.from(text, 'latin1').toString('latin1'));
  }
}
