/** The header is no context for what is farther behind the start of its cell. */
const MAX_CELL = 4096;

/** Where the cells of a text begin, and the headers of their columns. */
export class CellIndex {
  readonly #starts: number[] = [];
  readonly #headers: (string | undefined)[] = [];
  #last: string | undefined;

  clear(): void {
    this.#starts.length = 0;
    this.#headers.length = 0;
    this.#last = undefined;
  }

  /** Cells are added in ascending order; a cell without header ends the one before it. */
  add(start: number, header: string | undefined): void {
    if (header === undefined && this.#last === undefined) return;
    this.#last = header;
    this.#starts.push(start);
    this.#headers.push(header);
  }

  headerAt(offset: number): string | undefined {
    const starts = this.#starts;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const start = starts[low - 1];
    return start === undefined || offset - start > MAX_CELL ? undefined : this.#headers[low - 1];
  }
}
