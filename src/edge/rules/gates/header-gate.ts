import type { Value } from '../../../expression/expression.ts';
import type { LiveRequest } from '../live-request.ts';
import type { Gate } from './gate.ts';

/** Finds the rules that require a header. Loops over the headers, because a map of them costs more than all other gates. */
export class HeaderGate implements Gate {
  readonly rules: readonly number[];
  readonly #byName = new Map<string, number[]>();
  /** Comparing lengths first avoids a lower-case copy of most names. */
  readonly #lengths: ReadonlySet<number>;

  constructor(
    group: readonly { readonly test: { readonly name: string }; readonly rule: number }[],
  ) {
    this.rules = group.map(({ rule }) => rule);
    this.#lengths = new Set(group.map(({ test }) => test.name.length));
    for (const { test, rule } of group) this.#byName.getOrInsert(test.name, []).push(rule);
  }

  /** Headers are pairs, which is no value of the expression language. */
  read(request: LiveRequest): Value {
    return request.headers as unknown as Value;
  }

  open(value: Value, opened: number[], mark: number): boolean {
    let isAny = false;
    for (const [name] of value as unknown as LiveRequest['headers']) {
      if (!this.#lengths.has(name.length)) continue;
      const rules = this.#byName.get(name.toLowerCase());
      if (rules === undefined) continue;
      for (const rule of rules) opened[rule] = mark;
      isAny = true;
    }
    return isAny;
  }
}
