import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions, TimestampFormat } from '../../contracts/shipping/shipping-job.ts';
import { schemeOf } from '../dataset-scheme.ts';
import { OutputError } from './output-error.ts';
import { parseTemplate } from './record-template.ts';

/** `output_options` in the form of the API. Null is the same as absent. */
export interface GivenOutput {
  readonly field_names?: readonly string[] | null;
  readonly output_type?: string | null;
  readonly batch_prefix?: string | null;
  readonly batch_suffix?: string | null;
  readonly record_prefix?: string | null;
  readonly record_suffix?: string | null;
  readonly record_delimiter?: string | null;
  readonly field_delimiter?: string | null;
  readonly record_template?: string | null;
  readonly timestamp_format?: string | null;
  readonly sample_rate?: number | null;
  readonly 'CVE-2021-44228'?: boolean | string | null;
  /** A misspelling in the published API documentation. */
  readonly 'CVE-2021-4428'?: boolean | string | null;
}

type OutputType = OutputOptions['outputType'];

const recordTexts: Readonly<Record<OutputType, { prefix: string; suffix: string }>> = {
  ndjson: { prefix: '{', suffix: '}\n' },
  csv: { prefix: '', suffix: '\n' },
};

const timestampFormats: readonly TimestampFormat[] = [
  'unixnano',
  'unix',
  'rfc3339',
  'rfc3339ms',
  'rfc3339ns',
];

const MAX_CHARACTERS = 1_024;
const MAX_TEMPLATE_CHARACTERS = 16_384;

/** Output options with every default filled in. Throws an `OutputError`. */
export function resolveOutput(dataset: Dataset, given: GivenOutput): OutputOptions {
  const outputType = oneOf('output_type', given.output_type ?? 'ndjson', ['ndjson', 'csv']);
  const { prefix, suffix } = recordTexts[outputType];
  return {
    fieldNames: fieldNames(dataset, given.field_names),
    outputType,
    batchPrefix: text(given, 'batch_prefix', ''),
    batchSuffix: text(given, 'batch_suffix', ''),
    recordPrefix: text(given, 'record_prefix', prefix),
    recordSuffix: text(given, 'record_suffix', suffix),
    recordDelimiter: text(given, 'record_delimiter', ''),
    fieldDelimiter: text(given, 'field_delimiter', ','),
    recordTemplate: template(dataset, given.record_template ?? ''),
    timestampFormat: oneOf(
      'timestamp_format',
      given.timestamp_format ?? 'unixnano',
      timestampFormats,
    ),
    sampleRate: sampleRate(given.sample_rate ?? 1),
    defusesLookups: defusesLookups(given),
  };
}

function fieldNames(dataset: Dataset, given: readonly string[] | null | undefined) {
  if (!given) return defaultFields(dataset);
  if (given.length === 0) throw new OutputError('field_names', 'expected at least one field');
  const known = schemeOf(dataset);
  for (const [at, name] of given.entries()) {
    const pointer = `field_names[${at}]`;
    if (!known.has(name)) throw unknownField(dataset, pointer, name);
    if (given.indexOf(name) < at) throw new OutputError(pointer, `${name} is named twice`);
  }
  return given;
}

export function defaultFields({ fields }: Dataset): readonly string[] {
  return fields.filter(({ isDefault }) => isDefault).map(({ name }) => name);
}

function template(dataset: Dataset, given: string): string {
  if (given.length > MAX_TEMPLATE_CHARACTERS) {
    throw tooLong('record_template', given, MAX_TEMPLATE_CHARACTERS);
  }
  for (const part of parseTemplate(given)) {
    if ('field' in part && !schemeOf(dataset).has(part.field)) {
      throw unknownField(dataset, 'record_template', part.field);
    }
  }
  return given;
}

function unknownField({ name }: Dataset, pointer: string, field: string): OutputError {
  return new OutputError(pointer, `${name} has no field ${JSON.stringify(field)}`);
}

type TextOption =
  | 'batch_prefix'
  | 'batch_suffix'
  | 'record_prefix'
  | 'record_suffix'
  | 'record_delimiter'
  | 'field_delimiter';

function text(given: GivenOutput, name: TextOption, byDefault: string): string {
  const value = given[name] ?? byDefault;
  if (value.length > MAX_CHARACTERS) throw tooLong(name, value, MAX_CHARACTERS);
  return value;
}

function tooLong(name: string, value: string, most: number): OutputError {
  return new OutputError(name, `has ${value.length} characters; ${most} are allowed`);
}

function oneOf<const Word extends string>(
  name: string,
  value: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new OutputError(name, `expected one of ${words.join(', ')}`);
  return found;
}

function sampleRate(rate: number): number {
  if (rate >= 0 && rate <= 1) return rate;
  throw new OutputError('sample_rate', 'expected a number from 0 to 1');
}

function defusesLookups(given: GivenOutput): boolean {
  const name = given['CVE-2021-44228'] == null ? 'CVE-2021-4428' : 'CVE-2021-44228';
  const value = given[name] ?? false;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new OutputError(name, 'expected true or false');
}
