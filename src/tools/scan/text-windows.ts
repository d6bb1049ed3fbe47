import { Columns } from '../../detectors/sensitive-data/columns/columns.ts';
import type { TextOrigin } from '../../detectors/sensitive-data/describe-findings.ts';
import { plainText } from '../../detectors/sensitive-data/plain-text.ts';
import type { RuleFindings, Scanner } from '../../detectors/sensitive-data/scanner.ts';

export interface WindowFindings extends RuleFindings {
  /** The window that the positions refer to, and where it begins in the whole text. */
  readonly text: string;
  readonly origin: TextOrigin;
}

/** Longer than any match with its context: a match that one window truncates is complete in the next. */
const OVERLAP = 8192;
/** Characters before a match that the scanner may read as its context: more than a row of a table. */
const BEFORE = 4096;

/**
 * Scans a text of any length in overlapping windows and returns each finding once. Rules that need
 * several values count them per window.
 */
export class TextWindows {
  readonly #scanner: Scanner;
  readonly #columns = new Columns();
  #text = '';
  #origin: TextOrigin = { offset: 0, line: 1, column: 1 };
  /** Up to which offset the findings of each rule were returned. */
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
    const found = this.#scanner.scan(text, this.#columns).map(({ rule, findings }) => {
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

  /** Drops the text before an offset and moves the origin behind it. */
  #keep(text: string, start: number): void {
    const { offset, line, column } = this.#origin;
    const dropped = text.slice(0, start);
    this.#columns.leave(plainText(dropped).text);
    const lastBreak = dropped.lastIndexOf('\n');
    this.#origin = {
      offset: offset + start,
      line: line + dropped.split('\n').length - 1,
      column: lastBreak < 0 ? column + start : start - lastBreak,
    };
    this.#text = text.slice(start);
  }
}
