import {
  type Getter,
  type Prerequisite,
  type Prerequisites,
  printExpression,
} from '../../expression/expression.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { bodyNotRead } from '../../request/body/inspected-body.ts';
import type { Gate } from './gates/gate.ts';
import type { LiveRequest } from './live-request.ts';
import { gateOf } from './value-gates.ts';

/** With fewer rules, evaluating each one is faster than gates. */
const MIN_RULES = 3;

type ReaderOf = (value: Prerequisite['left']) => Getter<LiveRequest>;

/** Finds the rules of a ruleset that may match a request. */
export interface Gates {
  /** Tests a request, in all its readings, before its rules are evaluated. */
  check(request: LiveRequest): void;
  /** The first rule at or after a position that may match the checked request; the number of rules if there is none. */
  next(from: number): number;
}

/**
 * Prefilters a long ruleset. Many conditions require that a value equals or contains a text, or that an address is in a
 * set. Gates test that once for all rules, and rules that cannot match are not evaluated.
 *
 * Rulesets with the same conditions share their gates. The result of `check` is therefore valid only until the next
 * asynchronous wait: after that, another request may have been checked.
 */
export class RuleGates implements Gates {
  readonly #gates: readonly Gate[];
  readonly #count: number;
  /** For each position, the next rule without a gate at or after it; undefined if every rule has a gate. */
  readonly #nextAlways: readonly number[] | undefined;
  /** For each rule the number of the last check that opened it. */
  readonly #opened: number[];
  #checkNumber = 0;
  #isAnyOpen = false;

  private constructor(needed: readonly (Prerequisites | undefined)[], gates: readonly Gate[]) {
    this.#gates = gates;
    this.#count = needed.length;
    this.#opened = needed.map(() => 0);
    this.#nextAlways = needed.includes(undefined) ? nextUndefined(needed) : undefined;
  }

  /** Undefined if there are too few rules to gain from gates. `needed` is in the order of the rules. */
  static *of(
    needed: readonly (Prerequisites | undefined)[],
    readerOf: ReaderOf,
  ): Steps<RuleGates | undefined> {
    if (needed.filter((tests) => tests !== undefined).length < MIN_RULES) return undefined;
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

  check(request: LiveRequest): void {
    this.#checkNumber += 1;
    this.#isAnyOpen = false;
    const { readings } = request;
    if (readings === undefined) this.#testAll(request);
    else for (const reading of readings) this.#testAll(reading);
  }

  #testAll(request: LiveRequest): void {
    let index = 0;
    const gates = this.#gates;
    while (index < gates.length) {
      // One `try` around all gates, because one around each would cost more than most gates.
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
    if (value !== undefined && gate.open(value, this.#opened, this.#checkNumber))
      this.#isAnyOpen = true;
  }

  /** Until the body is read, every rule that depends on it may match. */
  #openAll({ rules }: Gate): void {
    for (const rule of rules) this.#opened[rule] = this.#checkNumber;
    this.#isAnyOpen = true;
  }

  next(from: number): number {
    const always = this.#nextAlways === undefined ? this.#count : this.#nextAlways[from];
    if (!this.#isAnyOpen) return always as number;
    for (let position = from; position < (always as number); position++) {
      if (this.#opened[position] === this.#checkNumber) return position;
    }
    return always as number;
  }
}

/** For each position, including the end: the next position at or after it whose item is undefined. */
function nextUndefined(items: readonly unknown[]): readonly number[] {
  const next: number[] = [];
  let found = items.length;
  for (let position = items.length; position >= 0; position--) {
    if (position < items.length && items[position] === undefined) found = position;
    next.push(found);
  }
  return next.reverse();
}
