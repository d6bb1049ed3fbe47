/**
 * Finds cheaply where context words may occur. It reads the text like `hasContext` (ignoring case and separators), but
 * each character at most once, and only around candidates. The result is a necessary condition: at the edges of its
 * windows it may report words that do not occur.
 */
import type { Context } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';

/** Contexts that fit into the two bit masks of an offset. */
const MAX_CONTEXTS = 62;
const HALF = 31;

const BLANK = 1;

export class ContextWords {
  readonly #within: number;
  /** Symbol of each UTF-16 code unit: 0 for letters in no word, 1 for separators, then the letters of words. */
  readonly #symbols: Uint8Array;
  readonly #stride: number;
  readonly #table: Uint16Array;
  /** Contexts of the words that end in a state. */
  readonly #masks: readonly (readonly [number, number] | undefined)[];
  #text = '';
  #cursor = 0;
  #state = 0;
  #wasBlank = true;
  #hits: number[] = [];
  #first = 0;
  /** Characters read so far; tests check that they grow linearly. */
  steps = 0;

  constructor(contexts: readonly Context[]) {
    if (contexts.length > MAX_CONTEXTS) throw new Error('too many contexts');
    this.#within = Math.max(0, ...contexts.map(({ within }) => within));
    const words = contexts.flatMap((context, index) =>
      context.words.map((word) => ({ text: isBounded(word) ? ` ${word} ` : word, index })),
    );
    const letters = [...new Set(words.flatMap(({ text }) => text.split('')))].filter(
      (letter) => letter !== ' ',
    );
    this.#stride = letters.length + 2;
    this.#symbols = symbolTable(letters);
    const { table, masks } = wordAutomaton(words, this.#stride, (letter) =>
      letter === ' ' ? BLANK : letters.indexOf(letter) + 2,
    );
    this.#table = table;
    this.#masks = masks;
  }

  /** Starts a new text; the offsets of later calls must be in ascending order. */
  begin(text: string): void {
    this.#text = text;
    this.#cursor = 0;
    this.#hits = [];
    this.#first = 0;
    this.#restart();
  }

  /** Whether a word of the context may be near a candidate between these offsets. */
  isNear(context: number, start: number, end: number): boolean {
    const [from, to] = [start - this.#within, end + this.#within + 1];
    this.#read(from, to);
    const hits = this.#hits;
    while (this.#first < hits.length && (hits[this.#first] ?? 0) < from) this.#first += 3;
    const [half, bit] = context < HALF ? [1, context] : [2, context - HALF];
    for (let at = this.#first; at < hits.length && (hits[at] ?? 0) <= to; at += 3) {
      if ((((hits[at + half] ?? 0) >> bit) & 1) === 1) return true;
    }
    return false;
  }

  #read(from: number, to: number): void {
    const text = this.#text;
    const end = Math.min(text.length, to);
    if (this.#cursor < from) {
      this.#cursor = from;
      this.#restart();
    }
    if (this.#cursor >= end) return;
    this.steps += end - this.#cursor;
    this.#readTo(end);
    if (end === text.length) this.#feed(BLANK);
  }

  /** A hot loop: all state is in local variables, and the common step is inlined. */
  #readTo(end: number): void {
    const text = this.#text;
    const symbols = this.#symbols;
    const table = this.#table;
    const stride = this.#stride;
    const masks = this.#masks;
    let state = this.#state;
    let at = this.#cursor;
    let wasBlank = this.#wasBlank;
    let previous = at > 0 ? text.charCodeAt(at - 1) : 0;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      const symbol = symbols[code] as number; // one for each unit
      // An upper-case letter after a lower-case one begins a word: `accountNumber`.
      if (code <= 0x5a && code >= 0x41 && previous >= 0x61 && previous <= 0x7a) {
        state = table[state * stride + BLANK] as number;
        this.#note(at, masks[state]);
      }
      previous = code;
      if (symbol === BLANK && wasBlank) continue;
      wasBlank = symbol === BLANK;
      state = table[state * stride + symbol] as number;
      const mask = masks[state];
      if (mask !== undefined) this.#note(at, mask);
    }
    this.#state = state;
    this.#cursor = end;
    this.#wasBlank = wasBlank;
  }

  #note(at: number, mask: readonly [number, number] | undefined): void {
    if (mask !== undefined) this.#hits.push(at, mask[0], mask[1]);
  }

  #restart(): void {
    this.#state = this.#step(0, BLANK);
    this.#wasBlank = true;
  }

  #feed(symbol: number): void {
    this.#state = this.#step(this.#state, symbol);
    this.#note(this.#cursor, this.#masks[this.#state]);
  }

  #step(state: number, symbol: number): number {
    return this.#table[state * this.#stride + symbol] ?? 0;
  }
}

/** Words of scripts without spaces are found inside of others, as in `hasContext`. */
const isBounded = (word: string): boolean => !/[\u0250-\uffff]/.test(word);

function symbolTable(letters: readonly string[]): Uint8Array {
  const { blanks, lowerCase } = codeUnits();
  const symbols = blanks.slice();
  const symbolOf = new Map(letters.map((letter, index) => [letter.charCodeAt(0), index + 2]));
  for (const [unit, lower] of lowerCase.entries()) {
    const symbol = symbolOf.get(lower);
    if (symbol !== undefined) symbols[unit] = symbol;
  }
  return symbols;
}

interface CodeUnits {
  /** `BLANK` for separators, 0 for all others. */
  readonly blanks: Uint8Array;
  /** 0 if the lower case has more than one unit. */
  readonly lowerCase: Uint16Array;
}

let known: CodeUnits | undefined;

/** Properties of UTF-16 code units that do not depend on the words; computed for the first scanner. */
function codeUnits(): CodeUnits {
  if (known) return known;
  const blanks = new Uint8Array(0x10000);
  const lowerCase = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const character = String.fromCharCode(unit);
    const lower = character.toLowerCase();
    lowerCase[unit] = lower.length === 1 ? lower.charCodeAt(0) : 0;
    // Surrogates may or may not be letters; treating them as separators hides no word.
    blanks[unit] = /[\p{L}\p{M}\p{N}]/u.test(character) ? 0 : BLANK;
  }
  known = { blanks, lowerCase };
  return known;
}

/** An Aho-Corasick automaton with all transitions filled in. */
function wordAutomaton(
  words: readonly { readonly text: string; readonly index: number }[],
  stride: number,
  symbolOf: (letter: string) => number,
) {
  const rows: number[][] = [new Array<number>(stride).fill(0)];
  const masks: [number, number][] = [[0, 0]];
  for (const { text, index } of words) {
    let state = 0;
    for (const symbol of text.split('').map(symbolOf)) {
      const row = rows[state] ?? [];
      if (!row[symbol]) {
        row[symbol] = rows.push(new Array<number>(stride).fill(0)) - 1;
        masks.push([0, 0]);
      }
      state = row[symbol] ?? 0;
    }
    const mask = masks[state] ?? [0, 0];
    if (index < HALF) mask[0] |= 1 << index;
    else mask[1] |= 1 << (index - HALF);
  }
  fillTransitions(rows, masks, stride);
  return {
    table: Uint16Array.from(rows.flat()),
    masks: masks.map((mask) => ((mask[0] | mask[1]) === 0 ? undefined : mask)),
  };
}

function fillTransitions(rows: number[][], masks: [number, number][], stride: number): void {
  const failures = new Array<number>(rows.length).fill(0);
  const queue = [0];
  for (const state of queue) {
    const row = rows[state] ?? [];
    const fallback = rows[failures[state] ?? 0] ?? [];
    for (let symbol = 0; symbol < stride; symbol += 1) {
      const target = row[symbol] ?? 0;
      const missed = state === 0 ? 0 : (fallback[symbol] ?? 0);
      if (target === 0) {
        row[symbol] = missed;
        continue;
      }
      failures[target] = missed;
      const [own, inherited] = [masks[target], masks[missed]];
      if (own && inherited) {
        own[0] |= inherited[0];
        own[1] |= inherited[1];
      }
      queue.push(target);
    }
  }
}
