import type { ThreatCategory } from '../../catalogs/threat-categories.ts';
import { type FeedFormat, readFeedPiece, type SkipReason } from './feed-formats.ts';
import { JsonCutter } from './json-cutter.ts';
import { type FeedCutter, LineCutter, MAX_PIECE_CHARACTERS } from './line-cutter.ts';
import type { Threat } from './threat.ts';

/** Unreadable lines that are listed; further ones are only counted. */
const MAX_NAMED = 5;

/** Reads the text of a feed in chunks. It never throws. */
export class FeedReader {
  readonly #format: FeedFormat;
  readonly #standard: readonly ThreatCategory[];
  readonly #cutter: FeedCutter;
  readonly #badLines: number[] = [];
  readonly #skipped: Record<SkipReason, number> = { empty: 0, local: 0, unreadable: 0 };
  #threats = 0;
  #found: Threat[] = [];

  constructor(format: FeedFormat, standard: readonly ThreatCategory[]) {
    this.#format = format;
    this.#standard = standard;
    const onBad = (line: number, entries?: number) => this.#countBad(line, entries);
    this.#cutter =
      format === 'json'
        ? new JsonCutter((text) => this.#take(text), onBad)
        : new LineCutter((text, line) => {
            if (!this.#take(text)) onBad(line);
          });
  }

  get lines(): number {
    return this.#cutter.lines;
  }

  /** Number of threats, with repeated ones. */
  get threats(): number {
    return this.#threats;
  }

  /** Number of lines, or entries of JSON, that have no threats, by the reason. */
  get skipped(): Readonly<Record<SkipReason, number>> {
    return this.#skipped;
  }

  /** The lines of the first unreadable ones. */
  get badLines(): readonly number[] {
    return this.#badLines;
  }

  /** Returns the threats in a chunk of the text. */
  push(text: string): Threat[] {
    this.#cutter.push(text);
    return this.#taken();
  }

  end(): Threat[] {
    this.#cutter.end();
    return this.#taken();
  }

  #take(text: string): boolean {
    if (text.length > MAX_PIECE_CHARACTERS) return false;
    const reading = readFeedPiece(this.#format, text, this.#standard);
    if (reading === 'unreadable') return false;
    if (typeof reading === 'string') this.#skipped[reading] += 1;
    else this.#found.push(...reading);
    return true;
  }

  #countBad(line: number, entries = 1): void {
    this.#skipped.unreadable += entries;
    if (this.#badLines.length < MAX_NAMED) this.#badLines.push(line);
  }

  #taken(): Threat[] {
    const found = this.#found;
    this.#threats += found.length;
    this.#found = [];
    return found;
  }
}
