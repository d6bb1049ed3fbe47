/** Ranges of offsets where one pattern may begin to match. */
export class Candidates {
  #from: number[] = [];
  #to: number[] = [];
  #isSorted = true;

  get isEmpty(): boolean {
    return this.#from.length === 0;
  }

  add(from: number, to: number): void {
    const last = this.#from.length - 1;
    if (last >= 0 && from < (this.#from[last] ?? 0)) this.#isSorted = false;
    // Adjacent offsets become one range, so that memory grows with runs, not with characters.
    if (last >= 0 && this.#from[last] === from && (this.#to[last] ?? 0) <= to) this.#to[last] = to;
    else {
      this.#from.push(from);
      this.#to.push(to);
    }
  }

  /**
   * Calls `tryAt` for each offset once, in ascending order. It returns the first offset to be tried next.
   */
  drain(tryAt: (start: number) => number): void {
    if (!this.#isSorted) this.#sort();
    let next = 0;
    for (let index = 0; index < this.#from.length; index += 1) {
      next = Math.max(next, this.#from[index] ?? 0);
      while (next <= (this.#to[index] ?? -1)) next = tryAt(next);
    }
    this.#from = [];
    this.#to = [];
    this.#isSorted = true;
  }

  #sort(): void {
    const ranges = this.#from.map((from, index) => ({ from, to: this.#to[index] ?? from }));
    ranges.sort((a, b) => a.from - b.from);
    this.#from = ranges.map(({ from }) => from);
    this.#to = ranges.map(({ to }) => to);
  }
}
