import { taint, textOnly, wholeOnly } from './taint.ts';

/** How much of a value arrives; what is sealed arrives whole, in a form that nobody picks from. */
export type Passage = 'sealed' | 'whole' | 'text' | 'part' | 'none';

const stopped: Readonly<Record<Passage, number>> = {
  sealed: 0,
  whole: 0,
  text: wholeOnly,
  part: wholeOnly | textOnly,
  none: -1,
};

/** Where values go: points joined by arrows, along which bits spread until nothing changes. */
export class FlowGraph {
  readonly #bits: number[] = [];
  /** Arrows lie in lists of numbers: most scripts have thousands, along which nothing ever spreads. */
  readonly #lastArrow: number[] = [];
  readonly #arrowBefore: number[] = [];
  readonly #targets: number[] = [];
  readonly #passages: Passage[] = [];

  point(): number {
    this.#lastArrow.push(-1);
    return this.#bits.push(0) - 1;
  }

  arrow(from: number, to: number, passage: Passage): void {
    if (passage === 'none') return;
    this.#arrowBefore.push(this.#lastArrow[from] ?? -1);
    this.#targets.push(to);
    this.#lastArrow[from] = this.#passages.push(passage) - 1;
  }

  mark(point: number, bits: number, passage: Passage = 'whole'): void {
    const kept = bits & ~stopped[passage];
    this.#bits[point] = this.bits(point) | (passage === 'sealed' ? sealed(kept) : kept);
  }

  bits(point: number): number {
    return this.#bits[point] ?? 0;
  }

  /** A point is looked at again only when it got a new bit: at most as often as there are bits. */
  spread(): void {
    const waiting: number[] = [];
    for (let point = 0; point < this.#bits.length; point += 1) {
      if (this.bits(point) !== 0) waiting.push(point);
    }
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      let arrow = this.#lastArrow[from] ?? -1;
      for (; arrow >= 0; arrow = this.#arrowBefore[arrow] ?? -1) {
        const to = this.#targets[arrow] ?? 0;
        const before = this.bits(to);
        this.mark(to, this.bits(from), this.#passages[arrow]);
        if (this.bits(to) !== before) waiting.push(to);
      }
    }
  }
}

const sealed = (bits: number): number =>
  bits |
  ((bits & taint.wholeCookie) === 0 ? 0 : taint.cookieDump) |
  ((bits & taint.wholeStorage) === 0 ? 0 : taint.storageDump);
