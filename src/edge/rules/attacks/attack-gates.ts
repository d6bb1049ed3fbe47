import type { FindingSelector } from '../../../catalogs/attacks/finding-selector.ts';
import { isSelected } from '../../../detectors/attacks/select-findings.ts';
import type { LiveRequest } from '../live-request.ts';
import type { Gates } from '../rule-gates.ts';

/**
 * Opens the rules that are about a finding of the request, so that hundreds of rules cost nothing for a request without
 * findings. Other rules of the ruleset have gates of their own.
 */
export class AttackGates implements Gates {
  /** By position; undefined for rules that need no finding. */
  readonly #selectors: readonly (FindingSelector | undefined)[];
  readonly #others: Gates | undefined;
  /** The position at or after each one of the next rule that needs no finding. */
  readonly #nextOther: readonly number[];
  #opened: readonly number[] = [];
  /** Whether all rules are open, until the body has arrived. */
  #isPending = false;

  constructor(selectors: readonly (FindingSelector | undefined)[], others: Gates | undefined) {
    this.#selectors = selectors;
    this.#others = others;
    const next: number[] = [];
    let found = selectors.length;
    for (let position = selectors.length; position >= 0; position--) {
      if (position < selectors.length && selectors[position] === undefined) found = position;
      next[position] = found;
    }
    this.#nextOther = next;
  }

  check(request: LiveRequest): void {
    this.#opened = [];
    this.#isPending = request.inspectedBody.isPending;
    if (this.#isPending) return;
    const { findings } = request.attacks;
    this.#others?.check(request);
    if (findings.length === 0) return;
    this.#opened = this.#selectors.flatMap((selector, position) =>
      selector && findings.some((finding) => isSelected(selector, finding)) ? [position] : [],
    );
  }

  next(from: number): number {
    if (this.#isPending) return from;
    const other = this.#next(from);
    for (const position of this.#opened) {
      if (position >= from) return Math.min(position, other);
    }
    return other;
  }

  /** Rules that need a finding are never open in the other gates. */
  #next(from: number): number {
    return this.#others?.next(from) ?? (this.#nextOther[from] as number);
  }
}
