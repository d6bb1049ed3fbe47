import { WordAutomaton } from '../multi-pattern/word-automaton.ts';
import type { AttackReader } from './attack-reader.ts';
import { characterMasks, maskOf } from './character-groups.ts';

interface Trigger {
  readonly reader: number;
  /** 0 if no character is needed. */
  readonly with: number;
}

/**
 * One pass over a value that finds which readers it is worth starting. Most values of ordinary requests start none.
 * The arrays are reused: results are valid until the next scan.
 */
export class ValueScanner {
  readonly #automaton: WordAutomaton;
  /** By word. */
  readonly #triggers: readonly (readonly Trigger[])[];
  /** Words of this scan. */
  readonly #found: number[] = [];
  readonly #isFound: Uint8Array;
  /** Groups of characters in the last text. */
  seen = 0;

  constructor(readers: readonly AttackReader[]) {
    const byWord = new Map<string, Trigger[]>();
    for (const [reader, { triggers }] of readers.entries()) {
      for (const { words, with: characters } of triggers) {
        const trigger = { reader, with: characters === undefined ? 0 : maskOf(characters) };
        for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), trigger]);
      }
    }
    this.#automaton = new WordAutomaton([...byWord.keys()]);
    this.#triggers = [...byWord.values()];
    this.#isFound = new Uint8Array(byWord.size);
  }

  /** Sets `seen`, and returns the readers to start as bits; readers have fewer than 32 positions. */
  scan(text: string): number {
    const { length } = text;
    const { table, classes } = this.#automaton;
    let state = 0;
    let seen = 0;
    for (let at = 0; at < length; at += 1) {
      const byte = text.charCodeAt(at) & 0xff;
      seen |= characterMasks[byte] as number;
      state = table[state + (classes[byte] as number)] as number;
      if (state < 0) {
        state = -state;
        this.#note(state);
      }
    }
    this.seen = seen;
    return this.#found.length === 0 ? 0 : this.#readers();
  }

  #note(state: number): void {
    for (const word of this.#automaton.wordsAt(state)) {
      if (this.#isFound[word] === 1) continue;
      this.#isFound[word] = 1;
      this.#found.push(word);
    }
  }

  #readers(): number {
    let readers = 0;
    for (const word of this.#found) {
      this.#isFound[word] = 0;
      for (const trigger of this.#triggers[word] as readonly Trigger[]) {
        if (trigger.with === 0 || (trigger.with & this.seen) !== 0) readers |= 1 << trigger.reader;
      }
    }
    this.#found.length = 0;
    return readers;
  }
}
