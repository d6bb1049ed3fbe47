import {
  anyAddress,
  type Getter,
  type NeededTest,
  type Value,
} from '../../expression/expression.ts';
import type { LiveRequest } from './live-request.ts';

/** Fewer are asked faster one by one. */
const LEAST = 3;
const NO_GATE = -1;
const NO_SUCH_VALUE = -1;

type ReaderOf = (field: string) => Getter<LiveRequest> | undefined;

interface GatedField {
  readonly read: Getter<LiveRequest>;
  /** The number of a value among those that rules want; none of them wants it when there is none. */
  readonly codeOf: (value: unknown) => number | undefined;
}

/**
 * Spares a long ruleset most of its conditions. Many say that one field has to equal one text, or that
 * an address has to be in a set: that is looked up once for all of them, and a rule that cannot match
 * need not be asked.
 */
export class RuleGates {
  readonly #fields: GatedField[] = [];
  /** Of each rule: the field, and the number of what it wants there. */
  readonly #fieldOf: Int32Array;
  readonly #codeOf: Int32Array;
  /** The number of the value that each field has in the request that was looked at last. */
  readonly #current: Int32Array;

  private constructor(needed: readonly (NeededTest | undefined)[], readerOf: ReaderOf) {
    this.#fieldOf = new Int32Array(needed.length).fill(NO_GATE);
    this.#codeOf = new Int32Array(needed.length);
    const groups = Map.groupBy(needed.keys(), (rule) => groupOf(needed[rule]));
    for (const [group, rules] of groups) {
      const tests = rules.flatMap((rule) => needed[rule] ?? []);
      const read = tests[0] && readerOf(tests[0].field);
      if (group === undefined || !read) continue;
      const codeOf = tests[0]?.kind === 'equality' ? textCodes(tests) : addressCode(tests);
      for (const rule of rules) {
        const test = needed[rule];
        this.#fieldOf[rule] = this.#fields.length;
        this.#codeOf[rule] = (test?.kind === 'equality' ? codeOf(test.value) : 0) ?? 0;
      }
      this.#fields.push({ read, codeOf });
    }
    this.#current = new Int32Array(this.#fields.length);
  }

  /** Undefined when there are too few rules to gain from it. `needed` is in the order of the rules. */
  static of(
    needed: readonly (NeededTest | undefined)[],
    readerOf: ReaderOf,
  ): RuleGates | undefined {
    const count = needed.filter((test) => test !== undefined).length;
    return count < LEAST ? undefined : new RuleGates(needed, readerOf);
  }

  /** Looks at a request, before its rules are gone through. */
  look(request: LiveRequest): void {
    for (let place = 0; place < this.#fields.length; place++) {
      const { read, codeOf } = this.#fields[place] as GatedField;
      this.#current[place] = codeOf(read(request)) ?? NO_SUCH_VALUE;
    }
  }

  /** Whether a rule cannot match the request that was looked at. */
  isShut(rule: number): boolean {
    const place = this.#fieldOf[rule] as number;
    return place !== NO_GATE && this.#current[place] !== this.#codeOf[rule];
  }
}

const groupOf = (test: NeededTest | undefined): string | undefined =>
  test && `${test.kind} ${test.field}`;

/** Texts have numbers of their own. */
function textCodes(tests: readonly NeededTest[]): GatedField['codeOf'] {
  const texts = tests.flatMap((test) => (test.kind === 'equality' ? [test.value] : []));
  const codes = new Map([...new Set(texts)].map((text, code) => [text, code]));
  return (value) => codes.get(value as string);
}

/** All sets have one: an address that is in none of them opens no gate. */
function addressCode(tests: readonly NeededTest[]): GatedField['codeOf'] {
  const isInAny = anyAddress(
    tests.flatMap((test) => (test.kind === 'addresses' ? [test.items] : [])),
  );
  return (value) => (value !== undefined && isInAny(value as Value) ? 0 : undefined);
}
