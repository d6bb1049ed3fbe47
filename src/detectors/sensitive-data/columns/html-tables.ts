import { addCell, endRow, type HtmlCell, type HtmlTable, newHtmlTable } from './html-table.ts';
import { nextTableTag, type TableTag } from './html-tags.ts';
import type { FoundCells, TableReader } from './table-reader.ts';

/** Tables inside of tables are read up to this depth. */
const MAX_DEPTH = 16;
/** Longest start tag whose attributes are read. */
const MAX_TAG = 1000;
/** Longest text of a header cell, with its tags. */
const MAX_HEADER = 2000;

interface State {
  readonly tables: HtmlTable[];
  /** Open tables below `MAX_DEPTH`. */
  deeper: number;
}

export const htmlTables: TableReader<State> = {
  newState: () => ({ tables: [], deeper: 0 }),
  maySee: (text) => text.includes('<th') || text.includes('<TH'),
  isInTable: ({ tables }) => tables.length > 0,
  resume({ tables }, { cells, headers }) {
    for (const { names } of tables) addHeaders(headers, names);
    cells.add(0, tables.at(-1)?.open);
  },
  read(state, text, found) {
    const end = wholeTagsEnd(text);
    const whole = text.slice(0, end);
    let tag = nextTableTag(whole, 0);
    while (tag) {
      const next = nextTableTag(whole, tag.index + 1);
      if (tag.name === 'th' && !next && end - tag.index < MAX_HEADER) return tag.index;
      readTag(state, tag, whole, next?.index ?? end, found);
      tag = next;
    }
    return end;
  },
};

/** The end of the text, or where a tag begins that it truncates. */
function wholeTagsEnd(text: string): number {
  const last = text.lastIndexOf('<');
  const isTruncated = last >= 0 && text.length - last < MAX_TAG && !text.includes('>', last);
  return isTruncated ? last : text.length;
}

/** Reads a tag, and the text up to the next one. */
function readTag(
  state: State,
  { name, isEnd, index }: TableTag,
  text: string,
  next: number,
  { cells, headers }: FoundCells,
): void {
  if (name === 'table') {
    if (isEnd) closeTable(state, headers);
    else openTable(state);
  } else if (state.deeper === 0) {
    const table = state.tables.at(-1) ?? openTable(state);
    if (name === 'tr') addHeaders(headers, endRow(table));
    else if (isEnd) table.open = undefined;
    else if (name === 'td') addCell(table, cellAt(text, index));
    else readHeader(table, text, index, next, headers);
  }
  cells.add(index, state.tables.at(-1)?.open);
}

function openTable(state: State): HtmlTable {
  const table = newHtmlTable();
  if (state.tables.length < MAX_DEPTH) state.tables.push(table);
  else state.deeper += 1;
  return table;
}

function closeTable(state: State, headers: Set<string>): void {
  if (state.deeper > 0) {
    state.deeper -= 1;
    return;
  }
  const table = state.tables.pop();
  if (table) addHeaders(headers, endRow(table));
}

function readHeader(
  table: HtmlTable,
  text: string,
  start: number,
  next: number,
  headers: Set<string>,
): void {
  const from = tagEnd(text, start) + 1;
  const name = textOf(text.slice(from, Math.min(next, from + MAX_HEADER)));
  addCell(table, { ...cellAt(text, start), name });
  headers.add(name);
}

/** Where the tag at an offset ends; the offset itself if the tag is too long. */
function tagEnd(text: string, start: number): number {
  for (let at = start; at < start + MAX_TAG; at += 1) if (text.charCodeAt(at) === 0x3e) return at;
  return start;
}

const smallCell: HtmlCell = { name: undefined, columns: 1, rows: 1 };

function cellAt(text: string, start: number): HtmlCell {
  const attributes = text.slice(start, tagEnd(text, start));
  if (attributes.length < '<td rowspan=1'.length || !/span/i.test(attributes)) return smallCell;
  return {
    name: undefined,
    columns: spanOf(/\bcolspan\s{0,4}=["'\\ ]{0,4}(\d{1,3})/i, attributes),
    rows: spanOf(/\browspan\s{0,4}=["'\\ ]{0,4}(\d{1,5})/i, attributes),
  };
}

const spanOf = (pattern: RegExp, attributes: string): number =>
  Math.max(1, Number(pattern.exec(attributes)?.[1] ?? 1));

/** The visible text of markup. */
const textOf = (markup: string): string =>
  markup
    .replace(/<[^<>]*>|&#?\w{1,10};/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function addHeaders(headers: Set<string>, names: readonly string[]): void {
  for (const name of names) if (name) headers.add(name);
}
