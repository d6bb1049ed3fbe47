import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { schemeOf } from '../dataset-scheme.ts';
import type { FieldValues, LogBatch } from '../log-batch.ts';
import { defuseRecord } from './defuse.ts';
import { parseTemplate, type RecordPart } from './record-template.ts';
import { type RecordsWriter, sharedRecords } from './shared-records.ts';
import { sharedTexts } from './shared-texts.ts';
import { type ValueWriter, valueWriter } from './value-writer.ts';

/** A field with the text before it. */
interface Step {
  readonly before: string;
  readonly field: string;
  readonly writer: ValueWriter;
}

/** Adds a field to the records of these lines. What it adds is in one piece: texts that are put together of many take longer to read. */
type Append = (records: string[], lines: Uint32Array) => void;

/** Lines that are written at a time: what their records are put together of should fit into the cache of the processor. */
const BLOCK = 64;

/** Records have their prefix and suffix. */
export function compileRecords(dataset: Dataset, output: OutputOptions): RecordsWriter {
  return sharedRecords(output, recordsWriter(dataset, output));
}

function recordsWriter(dataset: Dataset, output: OutputOptions): RecordsWriter {
  const { steps, end } = compileSteps(dataset, output);
  return (batch, lines) => {
    const appends: Append[] = [];
    let before = '';
    for (const step of steps) before = addField(appends, batch, lines, step, before + step.before);
    const last = before + end;
    const records: string[] = [];
    for (let from = 0; from < lines.length; from += BLOCK) {
      const block = blockOf(appends, lines.subarray(from, from + BLOCK), last);
      records.push(...flattened(output.defusesLookups ? block.map(defuseRecord) : block));
    }
    return records;
  };
}

function blockOf(appends: readonly Append[], lines: Uint32Array, last: string): string[] {
  const records = new Array<string>(lines.length).fill('');
  for (const append of appends) append(records, lines);
  for (let at = 0; at < records.length; at++) records[at] += last;
  return records;
}

/**
 * The same texts in one piece of memory. A text that was put together of many refers to all of them, which takes more memory than the
 * text itself, and records wait until their batch is full.
 */
function flattened(records: readonly string[]): string[] {
  const all = records.join('');
  let end = 0;
  return records.map(({ length }) => {
    const start = end;
    end += length;
    return all.slice(start, end);
  });
}

/** Texts between fields are put together once, as long as no field comes between them. */
function compileSteps(dataset: Dataset, output: OutputOptions) {
  const steps: Step[] = [];
  let before = '';
  for (const part of partsOf(output)) {
    if ('text' in part) {
      before += part.text;
      continue;
    }
    const field = schemeOf(dataset).get(part.field);
    if (!field) throw new TypeError(`${dataset.name} has no field ${part.field}`);
    steps.push({ before, field: field.name, writer: valueWriter(field.type, output) });
    before = '';
  }
  return { steps, end: before };
}

function partsOf(output: OutputOptions): RecordPart[] {
  const { recordPrefix, recordSuffix, recordTemplate } = output;
  const parts = recordTemplate === '' ? listed(output) : templated(output);
  return [{ text: recordPrefix }, ...parts, { text: recordSuffix }];
}

function listed({ fieldNames, fieldDelimiter, outputType }: OutputOptions): RecordPart[] {
  return fieldNames.flatMap((field, at) => {
    const delimiter = at === 0 ? '' : fieldDelimiter;
    const name = outputType === 'csv' ? '' : `${JSON.stringify(field)}:`;
    return [{ text: delimiter + name }, { field }];
  });
}

/** Fields of a template that the job does not ship are null. */
function templated({ fieldNames, recordTemplate }: OutputOptions): RecordPart[] {
  return parseTemplate(recordTemplate).map((part) =>
    'field' in part && !fieldNames.includes(part.field) ? { text: 'null' } : part,
  );
}

/** Adds how a field is written, and returns the text between it and the next. A field that is the same in all lines is such text. */
function addField(
  appends: Append[],
  batch: LogBatch,
  lines: Uint32Array,
  { field, writer }: Step,
  before: string,
): string {
  const { quote } = writer;
  const values = batch.field(field);
  if (!values) return before + quote + writer.write(undefined) + quote;
  const { distinct, places } = values;
  if (distinct.length === 1) return before + quote + writer.write(distinct[0]) + quote;
  const start = [before, quote].join('');
  appends.push(
    places ? ofPlaces(values, places, lines, writer, start) : ofLines(values, writer, start),
  );
  return quote;
}

function ofLines({ distinct }: FieldValues, writer: ValueWriter, before: string): Append {
  return (records, lines) => {
    for (let at = 0; at < lines.length; at++) {
      records[at] = records[at] + before + writer.write(distinct[lines[at] as number]);
    }
  };
}

function ofPlaces(
  values: FieldValues,
  places: Uint16Array,
  all: Uint32Array,
  writer: ValueWriter,
  before: string,
): Append {
  const { distinct } = values;
  const texts = sharedTexts(values, writer);
  for (let at = 0; at < all.length; at++) {
    const place = places[all[at] as number] as number;
    texts[place] ??= writer.write(distinct[place]);
  }
  if (all.length < distinct.length) {
    return (records, lines) => {
      for (let at = 0; at < lines.length; at++) {
        records[at] = records[at] + before + texts[places[lines[at] as number] as number];
      }
    };
  }
  // Each text is used several times, so what stands before it is put in front of it once.
  const whole = flattened(texts.map((text) => (text === undefined ? '' : before + text)));
  return (records, lines) => {
    for (let at = 0; at < lines.length; at++) {
      records[at] += whole[places[lines[at] as number] as number] as string;
    }
  };
}
