import type { Getter, NeededEquality } from '../../expression/expression.ts';
import type { LiveRequest } from './live-request.ts';

/** Fewer are asked faster one by one. */
const LEAST = 8;
const NO_GATE = -1;
const NO_SUCH_VALUE = -1;

interface GatedField {
  readonly read: Getter<LiveRequest>;
  /** The texts that rules want it to have, numbered. */
  readonly codes: Map<string, number>;
}

/**
 * Spares a long ruleset most of its conditions. Many say that one field has to equal one text: the
 * field's value is looked up once for all of them, and a rule whose text it is not need not be asked.
 */
export class RuleGates {
  readonly #fields: GatedField[] = [];
  /** Of each rule: the field, and the number of its text among all texts of that field. */
  readonly #fieldOf: Int32Array;
  readonly #codeOf: Int32Array;
  /** The number of the text that each field has in the request that was looked at last. */
  readonly #current: Int32Array;

  private constructor(
    needed: readonly (NeededEquality | undefined)[],
    readerOf: (field: string) => Getter<LiveRequest> | undefined,
  ) {
    this.#fieldOf = new Int32Array(needed.length).fill(NO_GATE);
    this.#codeOf = new Int32Array(needed.length);
    const places = new Map<string, number>();
    for (const [rule, equality] of needed.entries()) {
      const read = equality && readerOf(equality.field);
      if (!read) continue;
      const place = places.get(equality.field) ?? this.#fields.length;
      places.set(equality.field, place);
      const field = this.#fields[place] ?? { read, codes: new Map() };
      this.#fields[place] = field;
      const { codes } = field;
      const code = codes.get(equality.value) ?? codes.size;
      codes.set(equality.value, code);
      this.#fieldOf[rule] = place;
      this.#codeOf[rule] = code;
    }
    this.#current = new Int32Array(this.#fields.length);
  }

  /** Undefined when there are too few rules to gain from it. `needed` is in the order of the rules. */
  static of(
    needed: readonly (NeededEquality | undefined)[],
    readerOf: (field: string) => Getter<LiveRequest> | undefined,
  ): RuleGates | undefined {
    const count = needed.filter((equality) => equality !== undefined).length;
    return count < LEAST ? undefined : new RuleGates(needed, readerOf);
  }

  /** Looks at a request, before its rules are gone through. */
  look(request: LiveRequest): void {
    for (let place = 0; place < this.#fields.length; place++) {
      const { read, codes } = this.#fields[place] as GatedField;
      this.#current[place] = codes.get(read(request) as string) ?? NO_SUCH_VALUE;
    }
  }

  /** Whether a rule cannot match the request that was looked at. */
  isShut(rule: number): boolean {
    const place = this.#fieldOf[rule] as number;
    return place !== NO_GATE && this.#current[place] !== this.#codeOf[rule];
  }
}
