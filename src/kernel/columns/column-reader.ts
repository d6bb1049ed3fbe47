import { type CodedValues, readCoded } from './coded-values.ts';
import {
  baseType,
  COLUMNS_VERSION,
  type ColumnTable,
  type ColumnType,
  type ColumnValue,
  isOptional,
  type StoredBatch,
  type StoredColumn,
  type StoredNumbers,
  type StoredTexts,
  type StoredValues,
} from './column-table.ts';
import { readNumbers } from './stored-numbers.ts';
import { readTexts } from './stored-texts.ts';

type AnyValues = ArrayLike<unknown>;

/** A batch by column. A column is decoded on first use, so that callers pay only for the columns that they read. */
export class ColumnReader<const Table extends ColumnTable> {
  readonly count: number;
  readonly #table: Table;
  readonly #stored: StoredBatch['columns'];
  readonly #values = new Map<string, AnyValues>();

  /** Undefined if the payload is not a batch, or one of another version. */
  static open<const Table extends ColumnTable>(
    table: Table,
    payload: unknown,
  ): ColumnReader<Table> | undefined {
    const batch = payload as Partial<StoredBatch> | null | undefined; // the version is checked next
    return batch?.version === COLUMNS_VERSION
      ? new ColumnReader(table, batch as StoredBatch)
      : undefined;
  }

  private constructor(table: Table, { count, columns }: StoredBatch) {
    this.#table = table;
    this.count = count;
    this.#stored = columns;
  }

  /** One value per row; undefined if no row has a value, or the writer had no such column. */
  values<Name extends keyof Table & string>(
    name: Name,
  ): ArrayLike<ColumnValue<Table[Name]>> | undefined {
    let values = this.#values.get(name);
    const stored = this.#stored[name];
    if (!values && stored !== undefined) {
      values = readColumn(this.#table[name] as ColumnTable[string], stored, this.count);
      this.#values.set(name, values);
    }
    // The writer has stored values of the column's type.
    return values as ArrayLike<ColumnValue<Table[Name]>> | undefined;
  }

  /** The same values in dictionary encoding. They are not cached: callers that need them again keep them. */
  coded<Name extends keyof Table & string>(name: Name): CodedValues | undefined {
    const stored = this.#stored[name];
    return stored === undefined
      ? undefined
      : readCoded(this.#table[name] as ColumnTable[string], stored, this.count);
  }
}

function readColumn(type: ColumnTable[string], stored: StoredColumn, count: number): AnyValues {
  const base = baseType(type);
  // The writer has stored the column in the form of its type.
  if (!isOptional(type)) return readValues(base, stored as StoredValues, count);
  const { rows, of } = stored as { rows: StoredNumbers; of: StoredValues };
  const indexes = readNumbers(rows, 1);
  const present = readValues(base, of, indexes.length);
  const values = new Array<unknown>(count).fill(undefined);
  for (const [at, row] of indexes.entries()) values[row] = present[at];
  return values;
}

function readValues(type: ColumnType, stored: StoredValues, count: number): AnyValues {
  if (type === 'number') return readNumbers(stored as StoredNumbers, count);
  const texts = readTexts(stored as StoredTexts, count);
  return type === 'text' ? texts : parseEach(texts);
}

/** Rows with the same text share one value. */
function parseEach(texts: readonly string[]): unknown[] {
  const parsed = new Map<string, unknown>();
  return texts.map((text) => {
    if (!parsed.has(text)) parsed.set(text, JSON.parse(text));
    return parsed.get(text);
  });
}
