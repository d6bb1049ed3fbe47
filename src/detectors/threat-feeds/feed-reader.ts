import type { ThreatCategory } from '../../catalogs/threat-categories.ts';
import { type FeedFormat, readFeedPiece } from './feed-formats.ts';
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
  #found: Threat[] = [];
  #unreadable = 0;

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

  /** Number of lines, or entries of JSON, that do not have the format. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** The lines of the first ones. */
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
    this.#found.push(...reading);
    return true;
  }

  #countBad(line: number, entries = 1): void {
    this.#unreadable += entries;
    if (this.#badLines.length < MAX_NAMED) this.#badLines.push(line);
  }

  #taken(): Threat[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}
