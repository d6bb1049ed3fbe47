/** Numbers that are the same in every run: Park and Miller's generator. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = ((seed * 7919) % 2147483646) + 1;
    for (let warm = 0; warm < 8; warm += 1) this.next();
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return (this.#state - 1) / 2147483646;
  }

  /** From 0 up to, but not including, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }

  digits(length: number): string {
    return this.text('0123456789', length);
  }

  hex(length: number): string {
    return this.text('0123456789abcdef', length);
  }
}
