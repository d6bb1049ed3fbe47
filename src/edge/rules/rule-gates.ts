import {
  anyAddress,
  type Getter,
  type Prerequisite,
  type Prerequisites,
  printExpression,
  type Value,
} from '../../expression/expression.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { bodyNotRead } from '../body/inspected-body.ts';
import type { LiveRequest } from './live-request.ts';

/** Fewer are asked faster one by one. */
const LEAST = 3;
/** What has a long part has its end as well. With short ends a look takes time by the length of the value only. */
const END_OF_PART = 16;
/** More in one pattern take long to be compiled, and find something in most values. */
const MOST_ENDS = 500;
const NONE: readonly number[] = [];

type ReaderOf = (value: Prerequisite['left']) => Getter<LiveRequest>;

/** Tests of one kind that are about one value. */
interface Gate {
  readonly read: Getter<LiveRequest>;
  readonly rules: readonly number[];
  /** The rules that are worth asking when there is this value. */
  readonly rulesFor: (value: Value) => readonly number[];
}

/** A test, and the place of the rule that needs it. */
interface Needed<Test extends Prerequisite = Prerequisite> {
  readonly test: Test;
  readonly rule: number;
}

/**
 * Spares a long ruleset most of its conditions. Many say that a value has to equal a text or to have it
 * in it, or that an address has to be in a set: that is found out once for all of them, and a rule that
 * cannot match need not be asked.
 */
export class RuleGates {
  readonly #gates: readonly Gate[];
  /** Of each place: the next rule from there on that has to be asked whatever the request is. */
  readonly #nextAlways: Int32Array;
  /** The number of the last look that found a rule worth asking. */
  readonly #openedIn: Float64Array;
  #look = 0;
  #isAnyOpen = false;

  private constructor(needed: readonly (Prerequisites | undefined)[], gates: readonly Gate[]) {
    this.#gates = gates;
    this.#openedIn = new Float64Array(needed.length);
    this.#nextAlways = new Int32Array(needed.length + 1).fill(needed.length);
    for (let position = needed.length - 1; position >= 0; position--) {
      const next = this.#nextAlways[position + 1] as number;
      this.#nextAlways[position] = needed[position] === undefined ? position : next;
    }
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
      gates.push(gateOf(group, readerOf));
    }
    return new RuleGates(needed, gates);
  }

  /** Looks at a request, before its rules are gone through. */
  look(request: LiveRequest): void {
    this.#look += 1;
    this.#isAnyOpen = false;
    for (const gate of this.#gates) this.#open(rulesBehind(gate, request));
  }

  #open(rules: readonly number[]): void {
    if (rules.length === 0) return;
    this.#isAnyOpen = true;
    for (const rule of rules) this.#openedIn[rule] = this.#look;
  }

  /** The first rule from a place on that may match the request that was looked at; else their number. */
  next(from: number): number {
    const always = this.#nextAlways[from] as number;
    if (!this.#isAnyOpen) return always;
    for (let place = from; place < always; place++) {
      if (this.#openedIn[place] === this.#look) return place;
    }
    return always;
  }
}

function gateOf(group: readonly Needed[], readerOf: ReaderOf): Gate {
  const [{ test }] = group as [Needed];
  const rulesFor = { texts: byText, part: byPart, addresses: byAddress }[test.kind];
  const rules = group.map(({ rule }) => rule);
  return { read: readerOf(test.left), rules, rulesFor: rulesFor(group as never) };
}

/** While the body was not read, any rule that depends on it may match. Its turn to be evaluated decides. */
function rulesBehind({ read, rules, rulesFor }: Gate, request: LiveRequest): readonly number[] {
  try {
    const value = read(request);
    return value === undefined ? NONE : rulesFor(value);
  } catch (error) {
    if (error !== bodyNotRead) throw error;
    return rules;
  }
}

function byText(group: readonly Needed<Extract<Prerequisite, { kind: 'texts' }>>[]) {
  const rules = new Map<Value, number[]>();
  for (const { test, rule } of group) {
    for (const text of test.texts) {
      const others = rules.get(text);
      if (others) others.push(rule);
      else rules.set(text, [rule]);
    }
  }
  return (value: Value) => rules.get(value) ?? NONE;
}

/** All or none, in one pass: most values have none of the parts. */
function byPart(group: readonly Needed<Extract<Prerequisite, { kind: 'part' }>>[]) {
  const all = group.map(({ rule }) => rule);
  const ends = new Set(group.map(({ test }) => test.part.slice(-END_OF_PART)));
  if (ends.size > MOST_ENDS) return () => all;
  const anyEnd = new RegExp([...ends].map((end) => RegExp.escape(end)).join('|'));
  // V8 compiles a pattern when it is used first, and better the second time: not while a visitor waits.
  for (let use = 0; use < 2; use++) anyEnd.test('-');
  return (value: Value) => (anyEnd.test(value as string) ? all : NONE);
}

/** Likewise. */
function byAddress(group: readonly Needed<Extract<Prerequisite, { kind: 'addresses' }>>[]) {
  const all = group.map(({ rule }) => rule);
  const isInAny = anyAddress(group.map(({ test }) => test.items));
  return (value: Value) => (isInAny(value) ? all : NONE);
}
