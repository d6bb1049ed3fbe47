import type { CellIndex } from './cell-index.ts';

/** Reads the tables of one format in a text that arrives in pieces. The state between pieces is plain data, so that it can be copied. */
export interface TableReader<State> {
  newState(): State;
  /** Whether the text may begin a table. Cheap, because most texts contain none. */
  maySee(text: string): boolean;
  isInTable(state: State): boolean;
  /** Adds the headers of the tables in which the text before ended, and the cell that continues. */
  resume(state: State, found: FoundCells): void;
  /** Returns the offset from where the text must be read again, together with the text that follows. */
  read(state: State, text: string, found: FoundCells): number;
}

export interface FoundCells {
  readonly cells: CellIndex;
  readonly headers: Set<string>;
}
