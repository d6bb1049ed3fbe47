import {
  anyAddress,
  type Getter,
  type Prerequisite,
  type Value,
} from '../../expression/expression.ts';
import type { LiveRequest } from './live-request.ts';

/** Up to this many tests are faster one by one, and take less memory. */
const FEW = 8;
/**
 * Gates search for the last characters of a text only: a value that contains the text contains these, too. Short
 * patterns keep the time proportional to the length of the value.
 */
const END_OF_PART = 16;
/** A pattern with more texts takes long to compile and matches most values. */
const MAX_PARTS = 500;

/** A test, and the position of the rule that cannot match if the test is false. */
export interface GatedTest<Test extends Prerequisite = Prerequisite> {
  readonly test: Test;
  readonly rule: number;
}

/** Tests of one kind about one value. */
export interface Gate {
  readonly read: Getter<LiveRequest>;
  /** All rules that the gate decides about. */
  readonly rules: readonly number[];
  /** Sets `opened[rule]` to `mark` for each rule that may match the value. Returns whether there are any. */
  open(value: Value, opened: number[], mark: number): boolean;
}

/** All tests of `group` have the same kind and test the value that `read` returns. */
export function gateOf(group: readonly GatedTest[], read: Getter<LiveRequest>): Gate {
  const [{ test }] = group as [GatedTest];
  switch (test.kind) {
    case 'texts':
      return textGate(
        group as readonly GatedTest<Extract<Prerequisite, { kind: 'texts' }>>[],
        read,
      );
    case 'part':
      return partGate(group as readonly GatedTest<Extract<Prerequisite, { kind: 'part' }>>[], read);
    case 'addresses':
      return addressGate(
        group as readonly GatedTest<Extract<Prerequisite, { kind: 'addresses' }>>[],
        read,
      );
  }
}

function textGate(
  group: readonly GatedTest<Extract<Prerequisite, { kind: 'texts' }>>[],
  read: Getter<LiveRequest>,
): Gate {
  const tests = group.flatMap(({ test, rule }) => test.texts.map((text) => ({ text, rule })));
  const rules = tests.map(({ rule }) => rule);
  const texts = tests.map(({ text }) => text);
  return texts.length > FEW
    ? new TextGate(read, rules, texts)
    : new FewGate(read, rules, texts, (value, text) => value === text);
}

function partGate(
  group: readonly GatedTest<Extract<Prerequisite, { kind: 'part' }>>[],
  read: Getter<LiveRequest>,
): Gate {
  const rules = group.map(({ rule }) => rule);
  if (group.length <= FEW) {
    const parts = group.map(({ test }) => test.part);
    return new FewGate(read, rules, parts, isPart);
  }
  const ends = new Set(group.map(({ test }) => test.part.slice(-END_OF_PART)));
  if (ends.size > MAX_PARTS) return new SharedGate(read, rules, () => true);
  const anyEnd = new RegExp([...ends].map((end) => RegExp.escape(end)).join('|'));
  // V8 compiles a pattern at its first use and optimises it at the second, so both happen here and not during a request.
  for (let use = 0; use < 2; use++) anyEnd.test('-');
  return new SharedGate(read, rules, (value) => anyEnd.test(value as string));
}

const isPart = (value: Value, part: string): boolean => (value as string).includes(part);

function addressGate(
  group: readonly GatedTest<Extract<Prerequisite, { kind: 'addresses' }>>[],
  read: Getter<LiveRequest>,
): Gate {
  const rules = group.map(({ rule }) => rule);
  if (group.length <= FEW) {
    const sets = group.map(({ test }) => test.isIn);
    return new FewGate(read, rules, sets, (value, isIn) => isIn(value));
  }
  return new SharedGate(read, rules, anyAddress(group.map(({ test }) => test.items)));
}

/** Runs each test separately. */
class FewGate<Item> implements Gate {
  readonly read: Getter<LiveRequest>;
  readonly rules: readonly number[];
  readonly #items: readonly Item[];
  readonly #holds: (value: Value, item: Item) => boolean;

  constructor(
    read: Getter<LiveRequest>,
    rules: readonly number[],
    items: readonly Item[],
    holds: (value: Value, item: Item) => boolean,
  ) {
    this.read = read;
    this.rules = rules;
    this.#items = items;
    this.#holds = holds;
  }

  open(value: Value, opened: number[], mark: number): boolean {
    const items = this.#items;
    let isAny = false;
    for (let n = 0; n < items.length; n++) {
      if (!this.#holds(value, items[n] as Item)) continue;
      opened[this.rules[n] as number] = mark;
      isAny = true;
    }
    return isAny;
  }
}

/** Finds the rules that require exactly this text. */
class TextGate implements Gate {
  readonly read: Getter<LiveRequest>;
  readonly rules: readonly number[];
  readonly #byText = new Map<Value, number[]>();

  constructor(read: Getter<LiveRequest>, rules: readonly number[], texts: readonly string[]) {
    this.read = read;
    this.rules = rules;
    for (const [n, text] of texts.entries()) {
      const rule = rules[n] as number;
      const others = this.#byText.get(text);
      if (others) others.push(rule);
      else this.#byText.set(text, [rule]);
    }
  }

  open(value: Value, opened: number[], mark: number): boolean {
    const rules = this.#byText.get(value);
    if (!rules) return false;
    for (const rule of rules) opened[rule] = mark;
    return true;
  }
}

/** Runs one test for all rules and opens all or none: most values open none. */
class SharedGate implements Gate {
  readonly read: Getter<LiveRequest>;
  readonly rules: readonly number[];
  readonly #holds: (value: Value) => boolean;

  constructor(
    read: Getter<LiveRequest>,
    rules: readonly number[],
    holds: (value: Value) => boolean,
  ) {
    this.read = read;
    this.rules = rules;
    this.#holds = holds;
  }

  open(value: Value, opened: number[], mark: number): boolean {
    if (!this.#holds(value)) return false;
    for (const rule of this.rules) opened[rule] = mark;
    return true;
  }
}
