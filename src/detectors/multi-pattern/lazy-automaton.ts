/**
 * A deterministic automaton that matches many sequences of symbol sets at once. States are created when a text first
 * needs them; most of the many possible states are never created.
 */
import type { SymbolClasses } from './symbol-classes.ts';
import { everything, has, type SymbolSet } from './symbol-set.ts';

export interface Sequence {
  readonly steps: readonly { readonly set: SymbolSet; readonly isOptional: boolean }[];
  /** Reported when the sequence is complete, once per match. */
  readonly output: number;
}

interface State {
  readonly positions: readonly number[];
  readonly outputs: readonly number[];
}

/** Beyond this number all states are dropped, so that memory stays bounded for every text. */
const MAX_STATES = 20_000;

export class LazyAutomaton {
  /** At state + class: the next state; negative if it has outputs, 0 if it is not computed yet. */
  table: Int32Array;
  readonly stride: number;
  /** The state without any possible match. */
  readonly dead: number;
  readonly start: number;
  readonly #classes: SymbolClasses;
  readonly #steps: { set: SymbolSet; isOptional: boolean; next: number; output: number }[] = [];
  readonly #states: State[] = [];
  readonly #byKey = new Map<string, number>();
  /** Number of states that are never dropped. */
  readonly #lasting: number;

  constructor(sequences: readonly Sequence[], classes: SymbolClasses) {
    this.#classes = classes;
    this.stride = classes.count;
    this.table = new Int32Array(64 * this.stride);
    const positions = sequences.flatMap((sequence) => this.#add(sequence));
    // Row 0 is unused, because an entry of 0 means "not computed".
    this.#states.push({ positions: [], outputs: [] });
    this.dead = this.#stateFor({ positions: [], outputs: [] });
    this.start = this.#stateFor({ positions, outputs: [] });
    this.#lasting = this.#states.length;
  }

  get size(): number {
    return this.#states.length;
  }

  outputsOf(state: number): readonly number[] {
    return this.#states[state / this.stride]?.outputs ?? [];
  }

  /**
   * The symbols that are possible at each of the next offsets after a first symbol: a cheap check before a token is
   * followed. Where a sequence may be complete already, every symbol is possible.
   */
  possibleAfter(symbol: number, count: number): SymbolSet[] {
    const start = this.#states[this.start / this.stride]?.positions ?? [];
    let positions = start.filter((it) => has(this.#steps[it]?.set ?? 0n, symbol));
    let mayBeComplete = false;
    return Array.from({ length: count }, () => {
      const steps = positions.flatMap((it) => this.#steps[it] ?? []);
      mayBeComplete ||= steps.some(({ next }) => next < 0);
      positions = [...new Set(steps.flatMap(({ next }) => (next < 0 ? [] : this.#closure(next))))];
      if (mayBeComplete) return everything;
      return positions.reduce((union, it) => union | (this.#steps[it]?.set ?? 0n), 0n);
    });
  }

  /** Computes the missing entry for a state and a class. */
  extend(state: number, symbolClass: number): number {
    const from = this.#states[state / this.stride] as State; // states come from this automaton
    if (this.#states.length < MAX_STATES) return this.#extend(state, from, symbolClass);
    this.#forget();
    return this.#extend(this.#stateFor(from), from, symbolClass);
  }

  #extend(state: number, from: State, symbolClass: number): number {
    const next = this.#next(from, symbolClass);
    const target = this.#stateFor(next);
    const entry = next.outputs.length > 0 ? -target : target;
    this.table[state + symbolClass] = entry;
    return entry;
  }

  #forget(): void {
    this.#states.length = this.#lasting;
    this.table.fill(0);
    this.#byKey.clear();
    for (const [index, state] of this.#states.entries()) {
      if (index > 0) this.#byKey.set(keyOf(state), index);
    }
  }

  /** Returns the positions where the sequence begins. */
  #add({ steps, output }: Sequence): number[] {
    const first = this.#steps.length;
    for (const [index, step] of steps.entries()) {
      const isLast = index === steps.length - 1;
      this.#steps.push({ ...step, output, next: isLast ? -1 : first + index + 1 });
    }
    return this.#closure(first);
  }

  /** A position and those that are reachable from it by skipping optional steps. */
  #closure(first: number): number[] {
    const positions: number[] = [];
    let position = first;
    while (position >= 0) {
      positions.push(position);
      const step = this.#steps[position];
      if (!step?.isOptional) break;
      position = step.next;
    }
    return positions;
  }

  #next(from: State, symbolClass: number): State {
    const symbol = this.#classes.examples[symbolClass] ?? 0;
    const positions = new Set<number>();
    const outputs = new Set<number>();
    for (const position of from.positions) {
      const step = this.#steps[position];
      if (step === undefined || !has(step.set, symbol)) continue;
      if (step.next < 0) outputs.add(step.output);
      else for (const it of this.#closure(step.next)) positions.add(it);
    }
    // Reported sequences are not followed further.
    const isOpen = (position: number): boolean => !outputs.has(this.#steps[position]?.output ?? -1);
    return {
      positions: [...positions].filter(isOpen).sort((a, b) => a - b),
      outputs: [...outputs].sort((a, b) => a - b),
    };
  }

  #stateFor(state: State): number {
    const key = keyOf(state);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known * this.stride;
    const index = this.#states.push(state) - 1;
    this.#byKey.set(key, index);
    if ((index + 1) * this.stride > this.table.length) {
      const larger = new Int32Array(this.table.length * 2);
      larger.set(this.table);
      this.table = larger;
    }
    return index * this.stride;
  }
}

const keyOf = ({ positions, outputs }: State): string => `${positions.join()}|${outputs.join()}`;
