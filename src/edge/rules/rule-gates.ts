import {
  type Getter,
  type Prerequisite,
  type Prerequisites,
  printExpression,
} from '../../expression/expression.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { bodyNotRead } from '../body/inspected-body.ts';
import type { LiveRequest } from './live-request.ts';
import { type Gate, gateOf } from './value-gates.ts';

/** Fewer rules are evaluated faster one by one. */
const LEAST = 3;

type ReaderOf = (value: Prerequisite['left']) => Getter<LiveRequest>;

/**
 * Saves a long ruleset most of its conditions. Many conditions need a value that equals a text or contains
 * it, or an address in a set. Gates test that once for all of them, and rules that cannot match are not
 * evaluated.
 *
 * Rulesets with the same conditions share their gates. What `look` finds is therefore good until the next
 * wait: after that, another request may have been looked at.
 */
export class RuleGates {
  readonly #gates: readonly Gate[];
  readonly #count: number;
  /**
   * Of each position: the next rule from there on that has to be evaluated whatever the request is. Undefined
   * when there is no such rule.
   */
  readonly #nextAlways: readonly number[] | undefined;
  /** Of each rule: the number of the last look that left it open. */
  readonly #opened: number[];
  #look = 0;
  #isAnyOpen = false;

  private constructor(needed: readonly (Prerequisites | undefined)[], gates: readonly Gate[]) {
    this.#gates = gates;
    this.#count = needed.length;
    this.#opened = needed.map(() => 0);
    this.#nextAlways = needed.includes(undefined) ? nextUndefined(needed) : undefined;
  }

  /** Undefined when there are too few rules to gain from it. `needed` is in the order of the rules. */
  static *of(
    needed: readonly (Prerequisites | undefined)[],
    readerOf: ReaderOf,
  ): Steps<RuleGates | undefined> {
    if (needed.filter((tests) => tests !== undefined).length < LEAST) return undefined;
    const all = needed.flatMap((tests = [], rule) => tests.map((test) => ({ test, rule })));
    const groups = Map.groupBy(all, ({ test }) => `${test.kind} ${printExpression(test.left)}`);
    const gates: Gate[] = [];
    for (const group of groups.values()) {
      yield;
      const [first] = group;
      if (first) gates.push(gateOf(group, readerOf(first.test.left)));
    }
    return new RuleGates(needed, gates);
  }

  /** Looks at a request, in all its readings, before its rules are evaluated. */
  look(request: LiveRequest): void {
    this.#look += 1;
    this.#isAnyOpen = false;
    const { readings } = request;
    if (readings === undefined) this.#testAll(request);
    else for (const reading of readings) this.#testAll(reading);
  }

  #testAll(request: LiveRequest): void {
    let index = 0;
    const gates = this.#gates;
    while (index < gates.length) {
      // One guard around all gates: one around each would cost more than most gates.
      try {
        for (; index < gates.length; index++) this.#test(gates[index] as Gate, request);
      } catch (error) {
        if (error !== bodyNotRead) throw error;
        this.#openAll(gates[index] as Gate);
        index += 1;
      }
    }
  }

  #test(gate: Gate, request: LiveRequest): void {
    const value = gate.read(request);
    if (value !== undefined && gate.open(value, this.#opened, this.#look)) this.#isAnyOpen = true;
  }

  /** Until the body was read, every rule that depends on it may match. */
  #openAll({ rules }: Gate): void {
    for (const rule of rules) this.#opened[rule] = this.#look;
    this.#isAnyOpen = true;
  }

  /** The first rule from a position on that may match the request that was looked at; else their number. */
  next(from: number): number {
    const always = this.#nextAlways === undefined ? this.#count : this.#nextAlways[from];
    if (!this.#isAnyOpen) return always as number;
    for (let position = from; position < (always as number); position++) {
      if (this.#opened[position] === this.#look) return position;
    }
    return always as number;
  }
}

/** Of each position, and of the one behind the last: the next one from there on that is undefined. */
function nextUndefined(items: readonly unknown[]): readonly number[] {
  const next: number[] = [];
  let found = items.length;
  for (let position = items.length; position >= 0; position--) {
    if (position < items.length && items[position] === undefined) found = position;
    next.push(found);
  }
  return next.reverse();
}
