import {
  anyAddress,
  type Getter,
  type Prerequisite,
  type Value,
} from '../../expression/expression.ts';
import type { Gate } from './gates/gate.ts';
import { HeaderGate } from './gates/header-gate.ts';
import { PartGate } from './gates/part-gate.ts';
import type { LiveRequest } from './live-request.ts';

/** Up to this many tests are faster one by one, and take less memory. */
const FEW = 8;
/** A test, and the position of the rule that cannot match if the test is false. */
export interface GatedTest<Test extends Prerequisite = Prerequisite> {
  readonly test: Test;
  readonly rule: number;
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
    case 'header':
      return new HeaderGate(
        group as readonly GatedTest<Extract<Prerequisite, { kind: 'header' }>>[],
      );
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
  const parts = group.map(({ test }) => test.part);
  if (group.length <= FEW) return new FewGate(read, rules, parts, isPart);
  return new PartGate(read, rules, parts);
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
