import type { LogFieldType } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { timeTexts } from './time-text.ts';

export interface ValueWriter {
  /** Stands before and after every value. Whoever writes many values puts it together with other texts that are the same in all lines. */
  readonly quote: '"' | '';
  /** Writes a value of a field. A line without one, or with one of another type, has the zero value. */
  write(value: unknown): string;
  /** Whether all values are texts that are written as they are. Takes much less time than to ask for each. */
  arePlain?(values: ArrayLike<unknown>): boolean;
}

type Format = Pick<OutputOptions, 'outputType' | 'timestampFormat'>;

const writers = new Map<string, ValueWriter>();

/** Jobs with the same formats get the same function, so that they can share what it has written. */
export function valueWriter(
  type: LogFieldType,
  { outputType, timestampFormat }: Format,
): ValueWriter {
  const key = `${type} ${outputType} ${timestampFormat}`;
  const known = writers.get(key);
  if (known) return known;
  const writer = createWriter(type, { outputType, timestampFormat });
  writers.set(key, writer);
  return writer;
}

function createWriter(type: LogFieldType, output: Format): ValueWriter {
  const inner = output.outputType === 'csv' ? csvInner : jsonInner;
  switch (type) {
    case 'string': {
      const write = (value: unknown) => (typeof value === 'string' ? inner(value) : '');
      return output.outputType === 'csv' ? { quote: '"', write } : { quote: '"', write, arePlain };
    }
    case 'int':
    case 'float':
      return { quote: '', write: (value) => (Number.isFinite(value) ? String(value) : '0') };
    case 'bool':
      return { quote: '', write: (value) => (value === true ? 'true' : 'false') };
    case 'time':
      return timeWriter(output);
    case 'array of string':
    case 'array of int':
      return jsonWriter('[]', Array.isArray, output);
    case 'object':
      return jsonWriter('{}', isObject, output);
  }
}

function timeWriter({ timestampFormat }: Format): ValueWriter {
  const { isText, write } = timeTexts[timestampFormat];
  const zero = isText ? '' : '0';
  return {
    quote: isText ? '"' : '',
    write: (value) => (typeof value === 'number' ? write(value) : zero),
  };
}

function jsonWriter(
  zero: string,
  isOfType: (value: unknown) => boolean,
  { outputType }: Format,
): ValueWriter {
  const write = (value: unknown) => (isOfType(value) ? JSON.stringify(value) : zero);
  return outputType === 'csv'
    ? { quote: '"', write: (value) => csvInner(write(value)) }
    : { quote: '', write };
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Printable ASCII without quotes and backslashes: most texts, and the same in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** What stands between the quotes. The test takes half as long as `JSON.stringify`. */
function jsonInner(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1);
}

/** Whether JSON has these texts without escapes: then it is as long as they are, with two quotes and a comma or bracket each. */
function arePlain(values: ArrayLike<unknown>): boolean {
  if (!Array.isArray(values)) return false;
  let length = 1;
  for (const value of values) {
    if (typeof value !== 'string') return false;
    length += value.length + 3;
  }
  return JSON.stringify(values).length === length;
}

function csvInner(text: string): string {
  return text.includes('"') ? text.replaceAll('"', '""') : text;
}
