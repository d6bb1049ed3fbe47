import type { TextOrigin } from '../../detectors/sensitive-data/describe-findings.ts';
import type { RuleFindings, Scanner } from '../../detectors/sensitive-data/scanner.ts';

export interface WindowFindings extends RuleFindings {
  /** The part of the text that the places belong to, and where it begins. */
  readonly text: string;
  readonly origin: TextOrigin;
}

/** Longer than any match with its surroundings: what is cut at the end of a window is whole in the next. */
const OVERLAP = 8192;
/** Before a match, its neighbours and words of its context are looked at. */
const BEFORE = 256;

/**
 * Scans a text of any length in pieces that overlap, and gives each finding once. Rules that ask for
 * several values count them in each window.
 */
export class TextWindows {
  readonly #scanner: Scanner;
  #text = '';
  #origin: TextOrigin = { offset: 0, line: 1, column: 1 };
  /** Findings of each rule before this place were given already. */
  readonly #doneUntil = new Map<string, number>();
  #from = 0;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  add(piece: string, isLast: boolean): readonly WindowFindings[] {
    const text = this.#text + piece;
    const end = isLast ? text.length : text.length - OVERLAP;
    if (end <= this.#from && !isLast) {
      this.#text = text;
      return [];
    }
    const origin = this.#origin;
    const found = this.#scanner.scan(text).map(({ rule, findings }) => {
      const doneUntil = (this.#doneUntil.get(rule.ref) ?? 0) - origin.offset;
      const own = findings.filter(
        ({ offset }) => offset >= this.#from && offset < end && offset >= doneUntil,
      );
      const last = own.at(-1);
      if (last) this.#doneUntil.set(rule.ref, origin.offset + last.offset + last.length);
      return { rule, findings: own, text, origin };
    });
    this.#keep(text, Math.max(0, end - BEFORE));
    this.#from = end - Math.max(0, end - BEFORE);
    return found.filter(({ findings }) => findings.length > 0);
  }

  /** Drops the text before a place, and counts its lines. */
  #keep(text: string, start: number): void {
    const { offset, line, column } = this.#origin;
    const dropped = text.slice(0, start);
    const lastBreak = dropped.lastIndexOf('\n');
    this.#origin = {
      offset: offset + start,
      line: line + dropped.split('\n').length - 1,
      column: lastBreak < 0 ? column + start : start - lastBreak,
    };
    this.#text = text.slice(start);
  }
}
