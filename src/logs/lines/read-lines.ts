import type { Dataset, LogFieldType } from '../../catalogs/datasets/dataset.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import type { LineObject } from '../batches/row-batch.ts';
import { schemeOf } from '../dataset-scheme.ts';
import { LineError } from './line-error.ts';

/** Parses sample lines of a user: objects with fields of the dataset. Null is the same as absent. */
export function readLines(dataset: Dataset, lines: readonly unknown[]): LineObject[] {
  return lines.map((line, at) => readLine(dataset, line, `lines[${at}]`));
}

function readLine(dataset: Dataset, line: unknown, pointer: string): LineObject {
  if (!isObject(line)) throw new LineError(pointer, 'expected an object');
  const known = schemeOf(dataset);
  const values = Object.entries(line).map(([name, value]) => {
    const path = `${pointer}.${name}`;
    const field = known.get(name);
    if (!field) throw new LineError(path, `${dataset.name} has no such field`);
    return [name, value === null ? undefined : readValue(field.type, value, path)];
  });
  return Object.fromEntries(values);
}

function readValue(type: LogFieldType, value: unknown, path: string): unknown {
  const read = type === 'time' ? readTime(value) : value;
  if (read === undefined || !isOfType[type](read)) {
    throw new LineError(path, `expected ${expected[type]}`);
  }
  return read;
}

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isInts = (value: unknown) => Array.isArray(value) && value.every(Number.isInteger);

const isOfType: Readonly<Record<LogFieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  int: Number.isInteger,
  float: Number.isFinite,
  bool: (value) => typeof value === 'boolean',
  time: Number.isFinite,
  'array of string': isTexts,
  'array of int': isInts,
  object: isObject,
};

const expected: Readonly<Record<LogFieldType, string>> = {
  string: 'a text',
  int: 'an integer',
  float: 'a number',
  bool: 'true or false',
  time: 'a time: RFC 3339, or seconds, milliseconds or nanoseconds since the epoch',
  'array of string': 'an array of texts',
  'array of int': 'an array of integers',
  object: 'an object',
};

/** Larger numbers are milliseconds (as seconds they would be after the year 5138), and above the second limit nanoseconds. */
const MAX_SECONDS = 1e11;
const MAX_MILLISECONDS = 1e14;

/** Parses a time in any timestamp format of jobs. Returns milliseconds. */
function readTime(value: unknown): number | undefined {
  if (typeof value === 'string') return parseTimestamp(value);
  if (typeof value !== 'number') return undefined;
  if (Math.abs(value) < MAX_SECONDS) return value * 1000;
  return Math.abs(value) < MAX_MILLISECONDS ? value : Math.floor(value / 1e6);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
