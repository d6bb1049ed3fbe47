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

interface Edge {
  readonly to: number;
  readonly passage: Passage;
}

/** Where values go: points joined by arrows, along which bits spread until nothing changes. */
export class FlowGraph {
  readonly #edges: Edge[][] = [];
  readonly #bits: number[] = [];

  point(): number {
    this.#edges.push([]);
    return this.#bits.push(0) - 1;
  }

  arrow(from: number, to: number, passage: Passage): void {
    if (passage !== 'none') this.#edges[from]?.push({ to, passage });
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
    const waiting = [...this.#bits.keys()].filter((point) => this.bits(point) !== 0);
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      for (const { to, passage } of this.#edges[from] ?? []) {
        const before = this.bits(to);
        this.mark(to, this.bits(from), passage);
        if (this.bits(to) !== before) waiting.push(to);
      }
    }
  }
}

const sealed = (bits: number): number =>
  bits |
  ((bits & taint.wholeCookie) === 0 ? 0 : taint.cookieDump) |
  ((bits & taint.wholeStorage) === 0 ? 0 : taint.storageDump);
