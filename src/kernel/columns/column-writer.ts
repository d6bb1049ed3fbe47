import {
  baseType,
  COLUMNS_VERSION,
  type ColumnTable,
  type ColumnType,
  type ColumnValue,
  isOptional,
  type StoredBatch,
  type StoredColumn,
  type StoredValues,
} from './column-table.ts';
import { storeNumbers } from './stored-numbers.ts';
import { storeTexts } from './stored-texts.ts';

type AnyType = ColumnTable[string];

/** Holds the values of a column until `take`. */
type Slots<Type> = Type extends 'number' ? Float64Array : ColumnValue<Type>[];

/**
 * Gathers rows by column: the value of a row goes to its index in each column, and no object is made for the row.
 *
 *     writer.values.name[writer.count] = 'a';
 *     writer.values.size[writer.count] = 1;
 *     writer.count += 1;
 */
export class ColumnWriter<const Table extends ColumnTable> {
  readonly capacity: number;
  readonly values: { readonly [Name in keyof Table]: Slots<Table[Name]> };
  /** Complete rows; at most `capacity`. */
  count = 0;
  readonly #columns: readonly (readonly [name: string, type: AnyType, slots: AnySlots])[];

  constructor(table: Table, capacity: number) {
    this.capacity = capacity;
    this.#columns = Object.entries(table).map(([name, type]) => [
      name,
      type,
      createSlots(type, capacity),
    ]);
    // The slots have the types of the table.
    this.values = Object.fromEntries(
      this.#columns.map(([name, _, slots]) => [name, slots]),
    ) as ColumnWriter<Table>['values'];
  }

  /** The rows as one text, a `StoredBatch` in JSON. The writer is empty afterwards. */
  take(): string {
    const { count } = this;
    const columns: Record<string, StoredColumn> = {};
    for (const [name, type, slots] of this.#columns) {
      const stored = storeColumn(type, slots, count);
      if (stored !== undefined) columns[name] = stored;
      // Otherwise stored values would stay in memory until they are overwritten.
      if (!(slots instanceof Float64Array)) slots.fill(emptySlot(type), 0, count);
    }
    this.count = 0;
    return JSON.stringify({ version: COLUMNS_VERSION, count, columns } satisfies StoredBatch);
  }
}

type AnySlots = Float64Array | unknown[];

function createSlots(type: AnyType, capacity: number): AnySlots {
  return type === 'number'
    ? new Float64Array(capacity)
    : new Array<unknown>(capacity).fill(emptySlot(type));
}

const emptySlot = (type: AnyType): unknown => (type === 'text' ? '' : undefined);

/** Undefined if no row has a value. */
function storeColumn(type: AnyType, slots: AnySlots, count: number): StoredColumn | undefined {
  const base = baseType(type);
  if (!isOptional(type)) return count === 0 ? undefined : storeValues(base, slots, count);
  const rows: number[] = [];
  const present: unknown[] = [];
  for (let row = 0; row < count; row++) {
    if (slots[row] === undefined) continue;
    rows.push(row);
    present.push(slots[row]);
  }
  if (rows.length === 0) return undefined;
  return { rows: storeNumbers(rows, rows.length), of: storeValues(base, present, rows.length) };
}

/** The casts rely on the types of `ColumnWriter.values`. */
function storeValues(type: ColumnType, slots: AnySlots, count: number): StoredValues {
  if (type === 'number') return storeNumbers(slots as ArrayLike<number>, count);
  if (type === 'text') return storeTexts(slots as string[], count);
  const texts = Array.from({ length: count }, (_, row) => JSON.stringify(slots[row]) ?? 'null');
  return storeTexts(texts, count);
}
