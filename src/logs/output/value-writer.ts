import type { LogFieldType } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { timeTexts } from './time-text.ts';

export interface ValueWriter {
  /** To be added before and after every value. The caller joins it with adjacent constant texts. */
  readonly quote: '"' | '';
  /** Formats a value of a field. A missing value, or one of another type, is written as the zero value. */
  write(value: unknown): string;
  /** Whether all values are texts that need no escapes. Much faster than a check of each value. */
  arePlain?(values: ArrayLike<unknown>): boolean;
}

type Format = Pick<OutputOptions, 'outputType' | 'timestampFormat'>;

const writers = new Map<string, ValueWriter>();

/** Jobs with the same formats get the same function, so that they can share formatted values. */
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

/** Printable ASCII without quotes and backslashes: needs no escaping in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** The JSON of a text without its quotes. The test takes half as long as `JSON.stringify`. */
function jsonInner(text: string): string {
  return PLAIN.test(text) ? text : JSON.stringify(text).slice(1, -1);
}

/** Whether the JSON of these texts has no escapes: then its length is that of the texts plus two quotes and a comma or bracket each. */
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
