import type { LogFilterField, LogValue } from './log-filter.ts';
import { LogFilterError } from './log-filter-error.ts';

type FieldType = LogFilterField['type'];
/** Types whose values are compared as a whole, and types of array elements. */
type ScalarType = Exclude<FieldType, 'array of string' | 'array of int' | 'object'>;

/** Integers beyond the safe range are bigints. */
type JsonValue = unknown;

const DECIMAL = /^-?(?:0|[1-9]\d*)$/;
const NANOSECONDS = 1_000_000n;

const expected: Readonly<Record<ScalarType, string>> = {
  string: 'a text',
  int: 'an integer, as a number or as decimal text',
  float: 'a number',
  bool: 'true or false',
  time: 'nanoseconds since the epoch, as an integer or as decimal text',
};

export const elementTypes = {
  'array of string': 'string',
  'array of int': 'int',
} as const satisfies Partial<Record<FieldType, ScalarType>>;

/** `JSON.parse` that keeps every digit of integers: times in nanoseconds exceed the safe range of a double. */
export function parseExactly(text: string): JsonValue {
  // The third argument is newer than the type of the function.
  const parse = JSON.parse as (text: string, reviver: ExactReviver) => JsonValue;
  return parse(text, (_name, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && DECIMAL.test(source ?? '')
      ? BigInt(source ?? '')
      : value,
  );
}

type ExactReviver = (name: string, value: unknown, context: { source?: string }) => unknown;

/** A value for `eq` and `in`; undefined if no line can have it, such as a fraction of a millisecond. */
export function readScalar(
  type: ScalarType,
  value: JsonValue,
  pointer: string,
): LogValue | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : refuse(type, pointer);
    case 'bool':
      return readBool(value) ?? refuse(type, pointer);
    case 'int':
    case 'float':
      return readNumber(type, value, pointer);
    case 'time': {
      const nanoseconds = readInteger(value) ?? refuse(type, pointer);
      return nanoseconds % NANOSECONDS === 0n ? Number(nanoseconds / NANOSECONDS) : undefined;
    }
  }
}

/** The number to compare with; a time is rounded down to milliseconds. */
export function readBound(
  type: 'int' | 'float' | 'time',
  value: JsonValue,
  pointer: string,
): { readonly floor: number; readonly isExact: boolean } {
  if (type !== 'time') return { floor: readNumber(type, value, pointer), isExact: true };
  const nanoseconds = readInteger(value) ?? refuse(type, pointer);
  const rest = ((nanoseconds % NANOSECONDS) + NANOSECONDS) % NANOSECONDS;
  return { floor: Number((nanoseconds - rest) / NANOSECONDS), isExact: rest === 0n };
}

function readNumber(type: 'int' | 'float', value: JsonValue, pointer: string): number {
  if (type === 'int') return Number(readInteger(value) ?? refuse(type, pointer));
  return typeof value === 'number' || typeof value === 'bigint'
    ? Number(value)
    : refuse(type, pointer);
}

function readInteger(value: JsonValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && DECIMAL.test(value) ? BigInt(value) : undefined;
}

function readBool(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** `in` and `contains` need an array; a single string with several values is the most common mistake. */
export function readList(
  type: ScalarType,
  value: JsonValue,
  pointer: string,
): (LogValue | undefined)[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new LogFilterError(
      pointer,
      `expected an array with at least one element, each of them ${expected[type]}`,
    );
  }
  return value.map((each, at) => readScalar(type, each, `${pointer}[${at}]`));
}

function refuse(type: ScalarType, pointer: string): never {
  throw new LogFilterError(pointer, `expected ${expected[type]}`);
}
