/**
 * One pass over a text that finds where each pattern may begin to match. Trigrams show where an anchor or a token may
 * begin. Anchors are then compared, and from the start of a token an automaton follows all patterns that must begin
 * there. Each check is a necessary condition for a match, so no match is missed.
 */
import type { Anchor } from './anchor.ts';
import { Candidates } from './candidates.ts';
import type { CompiledPattern } from './compiled-pattern.ts';
import { LazyAutomaton } from './lazy-automaton.ts';
import { SymbolBuffer } from './symbol-buffer.ts';
import { type SymbolClasses, symbolClasses } from './symbol-classes.ts';
import { everything, membersOf, OTHER, setOf, symbolsIn, wordSymbols } from './symbol-set.ts';
import { noWord, tokenSequence } from './token-sequence.ts';
import { TrigramIndex } from './trigram-index.ts';
import { SYMBOL_BITS, Trigrams } from './trigrams.ts';

interface Target {
  readonly anchor: Anchor;
  readonly pattern: number;
  /** Membership tables of the anchor's sets, one after another, and of the symbols before it, for the hot loops. */
  readonly members: Uint8Array;
  readonly before: Uint8Array;
  /** Of the symbol after the core: rules out most places before they are compared. */
  readonly next: Uint8Array;
}

/** A further necessary condition for the matches of patterns that begin a token. */
export interface TokenFilter {
  /** Characters read so far. */
  readonly steps: number;
  begin(text: string): void;
  /** Whether the pattern with this index may match at `start`. Called with ascending offsets. */
  accepts(pattern: number, start: number): boolean;
}

/** Words of four symbols that are processed in one block. */
const BLOCK = 4096;
const codes = (characters: string): number[] => Array.from(characters, (it) => it.charCodeAt(0));
const hex = setOf(...codes('0123456789abcdefABCDEF'));
function joined(tables: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(tables.length << SYMBOL_BITS);
  for (const [index, table] of tables.entries()) all.set(table, index << SYMBOL_BITS);
  return all;
}

/** Offsets after the first symbol of a token that are checked before it is followed. */
const NEAR = 3;
const MIDDLE = 5;
const FAR = 7;

const BACKSLASH = 0x5c;
const PERCENT = 0x25;

export class Prefilter {
  readonly candidates: readonly Candidates[];
  readonly #trigrams = new Trigrams();
  /** Anchors by the three symbols of their core. */
  readonly #targets = new TrigramIndex<Target>();
  readonly #classes: SymbolClasses;
  readonly #tokens: LazyAutomaton;
  /** Whether two symbols can begin a token that a pattern matches. */
  readonly #beginsToken = new Uint8Array(1 << (2 * SYMBOL_BITS));
  /** By the first symbol of a token and another: bit n is set if the other may occur n symbols later. */
  readonly #possible = new Uint8Array(1 << (2 * SYMBOL_BITS));
  readonly #isWord = membersOf(wordSymbols);
  readonly #filter: TokenFilter | undefined;
  readonly #buffer = new SymbolBuffer();
  readonly #offsets = new Int32Array(4 * BLOCK + 1);
  #text = '';
  #symbols: Uint8Array = new Uint8Array(0);
  #steps = 0;

  constructor(patterns: readonly CompiledPattern[], filter?: TokenFilter) {
    this.#filter = filter;
    this.candidates = patterns.map(() => new Candidates());
    const sequences = patterns.flatMap(({ boundary, trigger }, output) =>
      trigger.kind === 'token'
        ? trigger.paths.map((path) => tokenSequence(path, boundary, output))
        : [],
    );
    this.#classes = symbolClasses(sequences.flatMap(({ steps }) => steps.map(({ set }) => set)));
    this.#tokens = new LazyAutomaton(sequences, this.#classes);
    this.#addTokenStarts();
    for (const [pattern, { trigger }] of patterns.entries()) {
      if (trigger.kind !== 'anchors') continue;
      for (const anchor of trigger.anchors) this.#addTarget(anchor, pattern);
    }
  }

  /** Characters, transitions and comparisons of all texts so far: a measure of the work. */
  get steps(): number {
    return this.#steps + (this.#filter?.steps ?? 0);
  }

  get states(): number {
    return this.#tokens.size;
  }

  /** Collects candidates of all patterns. */
  run(text: string): void {
    const end = this.#buffer.fill(text);
    this.#text = text;
    this.#symbols = this.#buffer.symbols;
    this.#filter?.begin(text);
    this.#steps += text.length;
    for (let from = 0; from < end; from += BLOCK) {
      const to = Math.min(end, from + BLOCK);
      const count = this.#trigrams.find(this.#buffer.words, from, to, this.#offsets);
      for (let index = 0; index < count; index += 1) {
        const at = this.#offsets[index] as number; // below the written count
        if (at > 0 && at <= text.length) this.#lookCloser(at);
      }
    }
  }

  #addTarget(anchor: Anchor, pattern: number): void {
    const core = anchor.sets.slice(anchor.core);
    const [first = everything, second = everything, third = everything] = core;
    this.#trigrams.add(first, second, third);
    const target = {
      anchor,
      pattern,
      members: joined(anchor.sets.map(membersOf)),
      before: membersOf(anchor.before),
      next: membersOf(core[3] ?? everything),
    };
    this.#targets.add(first, second, third, target);
  }

  /**
   * Tokens begin after a symbol that is not part of a word, and after the escapes of `standsAlone`: `\\n` and `%3D` end
   * with a letter that is not part of a word.
   */
  #addTokenStarts(): void {
    const tokens = this.#tokens;
    const next = (state: number, symbol: number): number =>
      Math.abs(tokens.extend(state, this.#classes.of[symbol] ?? 0));
    for (const first of symbolsIn(everything)) {
      const state = next(tokens.start, first);
      if (state === tokens.dead) continue;
      for (const [index, set] of tokens.possibleAfter(first, FAR).entries()) {
        for (const symbol of symbolsIn(set)) {
          const pair = (first << SYMBOL_BITS) | symbol;
          this.#possible[pair] = (this.#possible[pair] ?? 0) | (1 << (index + 1));
        }
      }
      for (const letter of codes('nrtbf')) this.#trigrams.addOne(BACKSLASH, letter, first);
      for (const second of symbolsIn(everything)) {
        if (next(state, second) === tokens.dead) continue;
        this.#beginsToken[(first << SYMBOL_BITS) | second] = 1;
        for (const before of symbolsIn(noWord)) this.#trigrams.addOne(before, first, second);
      }
    }
    this.#trigrams.add(setOf(PERCENT), hex, hex);
  }

  /** Tokens are followed in ascending order, as `TokenFilter` requires. */
  #lookCloser(at: number): void {
    const symbols = this.#symbols;
    const first = at > 1 ? (symbols[at - 2] as number) : OTHER; // offsets are inside of the text
    const second = symbols[at - 1] as number;
    const pair = (second << SYMBOL_BITS) | (symbols[at] as number);
    if (this.#beginsToken[pair] === 1 && this.#isWord[first] === 0) this.#followToken(at - 1);
    if (first === BACKSLASH) this.#followToken(at);
    else if (first === PERCENT) this.#followToken(at + 1);
    const targets = this.#targets.at(first, second, symbols[at] as number);
    if (targets === undefined) return;
    const following = symbols[at + 1] as number; // undefined at the end of the buffer, which rules out nothing
    for (const target of targets) {
      if (target.next[following] !== 0) this.#addAnchor(at - 2 - target.anchor.core, target);
    }
  }

  #addAnchor(at: number, { anchor, pattern, members, before }: Target): void {
    const { minOffset, maxOffset } = anchor;
    const length = members.length >> SYMBOL_BITS;
    if (at < minOffset || at + length > this.#text.length) return;
    const symbols = this.#symbols;
    for (let index = 0; index < length; index += 1) {
      if (members[(index << SYMBOL_BITS) | (symbols[at + index] as number)] === 0) return;
    }
    let from = at - minOffset;
    const earliest = Math.max(0, at - maxOffset);
    if (from > earliest) {
      from = at;
      while (from > earliest && before[symbols[from - 1] as number] === 1) from -= 1;
      this.#steps += at - from;
    }
    if (from <= at - minOffset) this.candidates[pattern]?.add(from, at - minOffset);
  }

  /** Three symbols rule out most tokens, which are too short or of the wrong form. */
  #isWorthFollowing(start: number): boolean {
    if (start + FAR > this.#text.length) return true;
    const symbols = this.#symbols;
    const possible = this.#possible;
    const row = (symbols[start] as number) << SYMBOL_BITS;
    return (
      ((possible[row | (symbols[start + FAR] as number)] as number) & (1 << FAR)) !== 0 &&
      ((possible[row | (symbols[start + MIDDLE] as number)] as number) & (1 << MIDDLE)) !== 0 &&
      ((possible[row | (symbols[start + NEAR] as number)] as number) & (1 << NEAR)) !== 0
    );
  }

  #followToken(start: number): void {
    if (!this.#isWorthFollowing(start)) return;
    const tokens = this.#tokens;
    const { dead } = tokens;
    const classes = this.#classes.of;
    const symbols = this.#symbols;
    const { length } = this.#text;
    let { start: state, table } = tokens;
    let at = start;
    for (; at <= length && state !== dead; at += 1) {
      const symbolClass = classes[symbols[at] as number] as number; // inside of both arrays
      let entry = table[state + symbolClass] as number; // states are rows of the table
      if (entry === 0) {
        entry = tokens.extend(state, symbolClass);
        table = tokens.table;
      }
      state = Math.abs(entry);
      if (entry < 0) for (const it of tokens.outputsOf(state)) this.#addToken(start, it);
    }
    this.#steps += at - start;
  }

  #addToken(start: number, pattern: number): void {
    if (this.#filter?.accepts(pattern, start) === false) return;
    this.candidates[pattern]?.add(start, start);
  }
}
