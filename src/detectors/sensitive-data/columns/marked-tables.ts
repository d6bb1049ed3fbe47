import { CellIndex } from './cell-index.ts';
import type { FoundCells, TableReader } from './table-reader.ts';

/** Text that announces a table is no longer than this. */
const LONGEST_START = 4400;

/** The tables of one format in a text of any length. */
export class MarkedTables<State> {
  readonly #reader: TableReader<State>;
  readonly #found: FoundCells = { cells: new CellIndex(), headers: new Set() };
  /** What is known at the start of the text: the state, and the end of the text before that was not read yet. */
  #state: State;
  #unread = '';

  constructor(reader: TableReader<State>) {
    this.#reader = reader;
    this.#state = reader.newState();
  }

  get headers(): ReadonlySet<string> {
    return this.#found.headers;
  }

  /** Begins with the part of the text that follows the last one passed to `leave`. */
  begin(text: string): void {
    this.#forget();
    const whole = this.#unread + text;
    if (this.#mayHaveCells(whole)) this.#read(structuredClone(this.#state), whole);
  }

  headerAt(offset: number): string | undefined {
    return this.#found.cells.headerAt(offset + this.#unread.length);
  }

  /** Leaves the first part of the text: the next text begins behind it. */
  leave(text: string): void {
    this.#forget();
    const whole = this.#unread + text;
    const read = this.#mayHaveCells(whole)
      ? this.#read(this.#state, whole)
      : Math.max(0, whole.length - LONGEST_START);
    this.#unread = whole.slice(read);
  }

  #mayHaveCells(text: string): boolean {
    return this.#reader.isInTable(this.#state) || this.#reader.maySee(text);
  }

  #read(state: State, text: string): number {
    this.#reader.resume(state, this.#found);
    return this.#reader.read(state, text, this.#found);
  }

  #forget(): void {
    this.#found.cells.clear();
    this.#found.headers.clear();
  }
}
