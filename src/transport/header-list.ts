/** Field lines as one text, and the index at which each line starts. The last entry is the end of the last line. */
export interface LineSource {
  readonly text: string;
  readonly starts: readonly number[];
}

/**
 * Header fields of a message in received order and spelling. Names for look-ups are in lower case. Values are byte strings: one character
 * per byte.
 */
export class HeaderList {
  /** Name, value, name, value, … as received. */
  readonly pairs: readonly string[];
  /** The names in lower case, one per pair. */
  readonly names: readonly string[];
  /** The received lines. Undefined if any of them differs from the form `name: value` in which fields are serialized. */
  readonly #source: LineSource | undefined;

  constructor(pairs: readonly string[], names: readonly string[], source?: LineSource) {
    this.pairs = pairs;
    this.names = names;
    this.#source = source;
  }

  get size(): number {
    return this.names.length;
  }

  /** The value of the field. Values of repeated fields are joined: RFC 9110, section 5.3. */
  get(name: string): string | undefined {
    const { names, pairs } = this;
    const first = names.indexOf(name);
    if (first === -1) return undefined;
    let value = pairs[2 * first + 1] as string; // every name has its pair
    // RFC 9113, section 8.2.3: cookies have a separator of their own.
    const separator = name === 'cookie' ? '; ' : ', ';
    for (let at = names.indexOf(name, first + 1); at !== -1; at = names.indexOf(name, at + 1)) {
      value += separator + pairs[2 * at + 1];
    }
    return value;
  }

  /** The index of the field with this name and value, from `from` on; -1 if there is none, or if the received lines are not stored. */
  indexOfLine(name: string, value: string, from: number): number {
    const { pairs } = this;
    if (!this.#source) return -1;
    for (let at = 2 * from; at < pairs.length; at += 2) {
      if (pairs[at] === name && pairs[at + 1] === value) return at / 2;
    }
    return -1;
  }

  /** The received lines of the fields `from` (inclusive) to `to` (exclusive), verbatim. Empty if they are not stored. */
  lines(from: number, to: number): string {
    if (!this.#source || from === to) return '';
    const { text, starts } = this.#source;
    return text.slice(starts[from], starts[to]);
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** The values of all fields with this name, in order. */
  all(name: string): string[] {
    const { names, pairs } = this;
    const values: string[] = [];
    for (let at = names.indexOf(name); at !== -1; at = names.indexOf(name, at + 1)) {
      values.push(pairs[2 * at + 1] as string); // every name has its pair
    }
    return values;
  }
}
