/**
 * The columns of a batch of rows, by name. `?` marks columns in which rows may have no value. Values of `json` are whatever
 * JSON can express.
 */
export type ColumnTable = Readonly<Record<string, ColumnType | `${ColumnType}?`>>;

export type ColumnType = 'text' | 'number' | 'json';

interface ValueTypes {
  readonly text: string;
  readonly number: number;
  readonly json: unknown;
}

/** The type of the values in a column of this type. */
export type ColumnValue<Type> = Type extends keyof ValueTypes
  ? ValueTypes[Type]
  : Type extends `${infer Base extends ColumnType}?`
    ? ValueTypes[Base] | undefined
    : never;

export const isOptional = (type: ColumnTable[string]): boolean => type.endsWith('?');

/** The type of a column without the `?`. */
export const baseType = (type: ColumnTable[string]): ColumnType =>
  type.replace('?', '') as ColumnType; // `?` is the only suffix

/** A batch as it is stored, in JSON. Columns without any value are left out. */
export interface StoredBatch {
  readonly version: typeof COLUMNS_VERSION;
  readonly count: number;
  readonly columns: Readonly<Record<string, StoredColumn>>;
}

/** Must be raised when the stored format changes incompatibly. New columns are compatible. */
export const COLUMNS_VERSION = 1;

/** A column with `?` stores the row numbers of its values as well. */
export type StoredColumn =
  | StoredValues
  | { readonly rows: StoredNumbers; readonly of: StoredValues };

export type StoredValues = StoredTexts | StoredNumbers;

/** One text for all rows, distinct texts and for each row the index of its text, texts of one length behind each other, or all texts. */
export type StoredTexts =
  | string
  | { readonly distinct: readonly string[]; readonly places: PackedIntegers }
  | { readonly length: number; readonly joined: string }
  | readonly string[];

/** One number for all rows, packed integers of a small range, or one number per row; NaN and infinities are stored as text. */
export type StoredNumbers = number | string | PackedIntegers | readonly (number | string)[];

/** The distance of each number from `least`, in `digits` digits with the base 64. */
export interface PackedIntegers {
  readonly least: number;
  readonly digits: number;
  readonly packed: string;
}
