import { type FeedCutter, MAX_PIECE_CHARACTERS } from './line-cutter.ts';

/** Returns whether the piece was a threat. */
type OnValue = (text: string) => boolean;
type OnUseless = (line: number, entries?: number) => void;

/** Levels of nested objects and lists; deeper ones are skipped. */
const MAX_DEPTH = 32;

interface Frame {
  readonly isList: boolean;
  /** Offset in the buffered text; undefined if its start is no longer buffered. */
  start: number | undefined;
  readonly line: number;
  /** Whether it contains a threat. */
  isUseful: boolean;
  /** Strings of lists in it; they count only if the enclosing object is a threat. */
  texts: number;
}

/**
 * Cuts JSON into its objects, the inner ones first, and the strings of lists outside of objects. So a feed may be
 * one list, an object on each line, or an object of lists. Objects that are too large for a threat are dropped, so
 * that memory stays bounded. The text is not validated.
 */
export class JsonCutter implements FeedCutter {
  readonly #onValue: OnValue;
  readonly #onUseless: OnUseless;
  readonly #frames: Frame[] = [];
  #held = '';
  #at = 0;
  #lines = 1;
  #deeper = 0;
  /** Offset of a string that has not ended. */
  #textStart: number | undefined;
  #isInText = false;
  #isEscaped = false;

  constructor(onValue: OnValue, onUseless: OnUseless) {
    this.#onValue = onValue;
    this.#onUseless = onUseless;
  }

  get lines(): number {
    return this.#lines;
  }

  push(chunk: string): void {
    this.#held += chunk;
    for (; this.#at < this.#held.length; this.#at++) this.#step(this.#held[this.#at] ?? '');
    this.#drop();
  }

  end(): void {
    for (const { line, isUseful } of this.#frames) if (!isUseful) this.#onUseless(line);
  }

  #step(character: string): void {
    if (character === '\n') this.#lines += 1;
    if (this.#isInText) this.#stepInText(character);
    else if (character === '"') {
      this.#isInText = true;
      this.#textStart = this.#at;
    } else if (character === '{' || character === '[') this.#open(character === '[');
    else if (character === '}' || character === ']') this.#close();
  }

  #stepInText(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === '\\') this.#isEscaped = true;
    else if (character === '"') {
      this.#isInText = false;
      const list = this.#frames.at(-1);
      if (list?.isList && this.#deeper === 0) this.#takeText(list);
      this.#textStart = undefined;
    }
  }

  #takeText(list: Frame): void {
    if (this.#frames.some(({ isList }) => !isList)) list.texts += 1;
    else if (!this.#give(this.#textStart)) this.#onUseless(this.#lines);
    else for (const frame of this.#frames) frame.isUseful = true;
  }

  #open(isList: boolean): void {
    if (this.#frames.length < MAX_DEPTH) {
      this.#frames.push({ isList, start: this.#at, line: this.#lines, isUseful: false, texts: 0 });
      return;
    }
    if (this.#deeper === 0) this.#onUseless(this.#lines);
    this.#deeper += 1;
  }

  #close(): void {
    if (this.#deeper > 0) {
      this.#deeper -= 1;
      return;
    }
    const frame = this.#frames.pop();
    if (!frame) return;
    const isThreat = !frame.isList && this.#give(frame.start);
    const parent = this.#frames.at(-1);
    if (isThreat || frame.isUseful) {
      if (parent) parent.isUseful = true;
    } else if (frame.isList || parent?.isList === false) {
      if (parent) parent.texts += frame.texts;
    } else this.#onUseless(frame.line, Math.max(1, frame.texts));
  }

  #give(start: number | undefined): boolean {
    if (start === undefined || this.#at - start >= MAX_PIECE_CHARACTERS) return false;
    return this.#onValue(this.#held.slice(start, this.#at + 1));
  }

  /** Drops buffered text that no piece can start in. */
  #drop(): void {
    const oldest = this.#at - MAX_PIECE_CHARACTERS;
    const starts = [...this.#frames.map(({ start }) => start), this.#textStart];
    const kept = starts.filter((start) => start !== undefined && start > oldest);
    const from = Math.min(this.#at, ...(kept as number[]));
    const moved = (start: number | undefined) =>
      start === undefined || start < from ? undefined : start - from;
    for (const frame of this.#frames) frame.start = moved(frame.start);
    this.#textStart = moved(this.#textStart);
    this.#held = this.#held.slice(from);
    this.#at -= from;
  }
}
