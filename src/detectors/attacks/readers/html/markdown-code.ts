/** A position range, without its end. */
type Range = readonly [start: number, end: number];

/** More spans than a post has. */
const MAX_RANGES = 2000;
const SPAN = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

/** The code in a Markdown text: fenced blocks and spans between backticks. */
export class MarkdownCode {
  readonly #ranges: Range[] = [];

  constructor(text: string) {
    if (!text.includes('`')) return;
    for (const { index, 0: piece } of text.matchAll(SPAN)) {
      if (this.#ranges.length >= MAX_RANGES) break;
      this.#ranges.push([index, index + piece.length]);
    }
  }

  has(position: number): boolean {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ranges[middle] as Range)[1] <= position) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low];
    return range !== undefined && range[0] <= position;
  }
}
