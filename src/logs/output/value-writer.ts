import type { LogFieldType } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { timeTexts } from './time-text.ts';

/** Writes a value of a field. A line without one, or with one of another type, has the zero value. */
export type ValueWriter = (value: unknown) => string;

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
  const quote = output.outputType === 'csv' ? csvText : jsonText;
  switch (type) {
    case 'string': {
      const empty = quote('');
      return (value) => (typeof value === 'string' ? quote(value) : empty);
    }
    case 'int':
    case 'float':
      return (value) => (Number.isFinite(value) ? String(value) : '0');
    case 'bool':
      return (value) => (value === true ? 'true' : 'false');
    case 'time':
      return timeWriter(output, quote);
    case 'array of string':
    case 'array of int':
      return jsonWriter('[]', Array.isArray, output);
    case 'object':
      return jsonWriter('{}', isObject, output);
  }
}

function timeWriter({ timestampFormat }: Format, quote: (text: string) => string): ValueWriter {
  const { isText, write } = timeTexts[timestampFormat];
  if (!isText) return (value) => (typeof value === 'number' ? write(value) : '0');
  return (value) => quote(typeof value === 'number' ? write(value) : '');
}

function jsonWriter(
  zero: string,
  isOfType: (value: unknown) => boolean,
  { outputType }: Format,
): ValueWriter {
  const write = (value: unknown) => (isOfType(value) ? JSON.stringify(value) : zero);
  return outputType === 'csv' ? (value) => csvText(write(value)) : write;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Printable ASCII without quotes and backslashes: most texts, and the same in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Half as long as `JSON.stringify` for most texts. */
function jsonText(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function csvText(text: string): string {
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : `"${text}"`;
}
