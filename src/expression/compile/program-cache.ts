/** Compiled patterns that several expressions share, bounded by their total size and not by their number. */
import type { RE2JS } from 're2js';

/** Fixed cost of a program besides its instructions, counted as instructions. */
const OVERHEAD = 50;

/**
 * Two generations, as in BoundedMap: a used entry moves to the young one; when that reaches half of the
 * capacity, the old one is dropped.
 */
export class ProgramCache {
  #young = new Map<string, RE2JS>();
  #old = new Map<string, RE2JS>();
  #youngWeight = 0;
  #oldWeight = 0;
  readonly #half: number;

  /** `capacity`: instructions of all programs together. */
  constructor(capacity: number) {
    this.#half = capacity / 2;
  }

  /** The total size, at most the capacity. */
  get weight(): number {
    return this.#youngWeight + this.#oldWeight;
  }

  get(pattern: string): RE2JS | undefined {
    const young = this.#young.get(pattern);
    if (young) return young;
    const old = this.#old.get(pattern);
    if (old) this.set(pattern, old);
    return old;
  }

  set(pattern: string, program: RE2JS): void {
    const weight = program.programSize() + OVERHEAD;
    // A very large program must not evict all others.
    if (weight > this.#half || this.#young.has(pattern)) return;
    if (this.#old.delete(pattern)) this.#oldWeight -= weight;
    if (this.#youngWeight + weight > this.#half) this.#turn();
    this.#young.set(pattern, program);
    this.#youngWeight += weight;
  }

  #turn(): void {
    this.#old = this.#young;
    this.#oldWeight = this.#youngWeight;
    this.#young = new Map();
    this.#youngWeight = 0;
  }
}
