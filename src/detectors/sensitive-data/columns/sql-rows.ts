import type { CellIndex } from './cell-index.ts';
import type { FoundCells, TableReader } from './table-reader.ts';

/** `INTO table (columns) VALUES (` and `COPY table (columns) FROM stdin;` up to the first row. */
const starts =
  /\b(?:INTO\s[^()]{1,200}\(([^()]{1,4000})\)\s{0,8}VALUES\s{0,8}(?=\()|COPY\s[^()]{1,200}\(([^()]{1,4000})\)\s{1,8}FROM\s{1,8}stdin\s{0,8};\r?\n)/gi;
const LONGEST_START = 4400;

const symbols = {
  doubleQuote: 0x22,
  quote: 0x27,
  open: 0x28,
  close: 0x29,
  comma: 0x2c,
  backslash: 0x5c,
};

interface State {
  /** `tuples` are rows in parentheses, `lines` rows of cells between tabs. */
  mode: 'text' | 'tuples' | 'lines';
  columns: readonly string[];
  column: number;
  /** Open parentheses; the first is that of the row. */
  depth: number;
  /** The code of the quotation mark that opened a text; 0 outside of texts. */
  quote: number;
  /** Whether a backslash escapes each quotation mark: MySQL, whose dumps also have names between backticks. */
  hasEscapes: boolean;
}

export const sqlRows: TableReader<State> = {
  newState: () => ({
    mode: 'text',
    columns: [],
    column: 0,
    depth: 0,
    quote: 0,
    hasEscapes: false,
  }),
  maySee: (text) =>
    ((text.includes('INTO ') || text.includes('into ')) &&
      (text.includes('VALUES') || text.includes('values'))) ||
    (text.includes('COPY ') && text.includes('stdin')),
  isInTable: ({ mode }) => mode !== 'text',
  resume(state, { cells, headers }) {
    if (state.mode === 'text') return;
    for (const name of state.columns) headers.add(name);
    cells.add(0, openHeader(state));
  },
  read(state, text, found) {
    for (let at = 0; ; ) {
      if (state.mode === 'tuples') at = readTuples(state, text, at, found.cells);
      else if (state.mode === 'lines') at = readLines(state, text, at, found.cells);
      if (state.mode !== 'text') return at;
      starts.lastIndex = at;
      const start = starts.exec(text);
      if (start === null) return Math.max(at, text.length - LONGEST_START);
      beginTable(state, start, found);
      at = starts.lastIndex;
    }
  },
};

function beginTable(
  state: State,
  { 0: whole, 1: ofTuples, 2: ofLines = '', index }: RegExpExecArray,
  { cells, headers }: FoundCells,
): void {
  state.mode = ofTuples === undefined ? 'lines' : 'tuples';
  state.columns = (ofTuples ?? ofLines).split(',');
  state.column = 0;
  state.depth = 0;
  state.quote = 0;
  state.hasEscapes = whole.includes('`');
  for (const name of state.columns) headers.add(name);
  cells.add(index + whole.length, openHeader(state));
}

function openHeader({ mode, depth, columns, column }: State): string | undefined {
  const isInCell = mode === 'lines' || (mode === 'tuples' && depth > 0);
  return isInCell ? columns[column] : undefined;
}

/** Returns where the statement ends, or the end of what can be read without the text that follows. */
function readTuples(state: State, text: string, from: number, cells: CellIndex): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (state.quote !== 0) {
      if (code === state.quote) state.quote = 0;
      if (code !== symbols.backslash) continue;
      if (at + 2 >= text.length) return at;
      if (isEscape(state, text, at)) at += 1;
    } else if (state.depth > 0) readInTuple(state, code, at, cells);
    else if (code === symbols.open) beginTuple(state, at, cells);
    else if (code !== symbols.comma && code > 0x20) {
      state.mode = 'text';
      return at;
    }
  }
  return text.length;
}

function beginTuple(state: State, at: number, cells: CellIndex): void {
  state.depth = 1;
  state.column = 0;
  cells.add(at + 1, openHeader(state));
}

function readInTuple(state: State, code: number, at: number, cells: CellIndex): void {
  if (code === symbols.quote || code === symbols.doubleQuote) state.quote = code;
  else if (code === symbols.open) state.depth += 1;
  else if (code === symbols.close) {
    state.depth -= 1;
    if (state.depth === 0) cells.add(at, undefined);
  } else if (code === symbols.comma && state.depth === 1) {
    state.column += 1;
    cells.add(at + 1, openHeader(state));
  }
}

/** In standard SQL a backslash may be the last character of a quoted text. */
function isEscape({ hasEscapes, quote }: State, text: string, at: number): boolean {
  return hasEscapes || text.charCodeAt(at + 1) !== quote || !/[\s,)]/.test(text[at + 2] ?? '');
}

const LAST_LINE = '\n\\.';

/** Returns where the table ends, or the end of what can be read without the text that follows. */
function readLines(state: State, text: string, from: number, cells: CellIndex): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\t') {
      state.column += 1;
      cells.add(at + 1, openHeader(state));
    } else if (character === '\n') {
      if (at + LAST_LINE.length > text.length) return at;
      const isLast = text.startsWith(LAST_LINE, at);
      if (isLast) state.mode = 'text';
      state.column = 0;
      cells.add(at + 1, openHeader(state));
      if (isLast) return at;
    }
  }
  return text.length;
}
