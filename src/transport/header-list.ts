/**
 * Fields of a message in the order and spelling in which they came. Names for look-ups are in lower case.
 * Values are byte strings: one character per byte.
 */
export class HeaderList {
  /** Name, value, name, value, … as received. */
  readonly pairs: readonly string[];
  /** The names in lower case, one per pair. */
  readonly names: readonly string[];

  constructor(pairs: readonly string[], names: readonly string[]) {
    this.pairs = pairs;
    this.names = names;
  }

  get size(): number {
    return this.names.length;
  }

  /** The value of the field; of several fields with this name, their values joined as the protocol joins them. */
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
