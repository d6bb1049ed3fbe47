import { Rope, type Value } from './trace-values.ts';

/** Ends a trace that has used up its steps or characters. Its findings so far are kept. */
export class TraceEnd {}

/** Longer strings are not known. */
export const MAX_TEXT = 600_000;
/** Longer results of functions of the language are not known. */
export const MAX_RESULT = 4 * MAX_TEXT;

/** Counted work of a trace. It bounds time and memory for any script, the same on every machine. */
export class TraceBudget {
  #steps: number;
  #characters: number;
  /** Steps that a part of the trace must leave for the others. */
  #reserve = 0;

  constructor(steps: number, characters: number) {
    this.#steps = steps;
    this.#characters = characters;
  }

  get steps(): number {
    return this.#steps;
  }

  step(count = 1): void {
    this.#steps -= count;
    if (this.#steps < this.#reserve) throw new TraceEnd();
  }

  /** A value that is compared, hashed or parsed: each step reads 64 characters. */
  read(value: Value): void {
    if (typeof value === 'string' && value.length >= 64) this.step(value.length >> 6);
  }

  /** Two values that are compared. */
  compare(left: Value, right: Value): void {
    if (typeof left !== 'string' || typeof right !== 'string') return;
    this.read(left.length < right.length ? left : right);
  }

  /** Characters that are copied or searched. */
  characters(count: number): void {
    this.#characters -= count;
    if (this.#characters < 0) {
      this.#steps = 0;
      throw new TraceEnd();
    }
  }

  /** Runs a part that may use a number of steps; it ends when they are used up. */
  part(steps: number, work: () => void): void {
    const before = this.#reserve;
    this.#reserve = Math.max(before, this.#steps - steps);
    try {
      work();
    } catch (error) {
      if (!(error instanceof TraceEnd)) throw error;
    } finally {
      this.#reserve = before;
    }
  }

  /** A rope becomes a string, unless parts of it are unknown. */
  flat(value: Value): Value {
    if (!(value instanceof Rope) || value.isPartial) return value;
    return this.text(value);
  }

  text(rope: Rope): string {
    if (!rope.isFlat) this.characters(rope.length);
    return rope.text();
  }
}
