import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { schemeOf } from '../dataset-scheme.ts';
import type { LogBatch } from '../log-batch.ts';
import { defuseRecord } from './defuse.ts';
import { parseTemplate, type RecordPart } from './record-template.ts';
import { type RecordsWriter, sharedRecords } from './shared-records.ts';
import { sharedTexts } from './shared-texts.ts';
import { type ValueWriter, valueWriter } from './value-writer.ts';

/** A field with the text before it. */
interface Step {
  readonly before: string;
  readonly field: string;
  readonly write: ValueWriter;
}

/** Records have their prefix and suffix. */
export function compileRecords(dataset: Dataset, output: OutputOptions): RecordsWriter {
  return sharedRecords(output, recordsWriter(dataset, output));
}

function recordsWriter(dataset: Dataset, output: OutputOptions): RecordsWriter {
  const { steps, end } = compileSteps(dataset, output);
  return (batch, lines) => {
    const records = new Array<string>(lines.length).fill('');
    let before = '';
    for (const step of steps) before = append(records, batch, lines, step, before + step.before);
    const last = before + end;
    for (let at = 0; at < records.length; at++) records[at] += last;
    return flattened(output.defusesLookups ? records.map(defuseRecord) : records);
  };
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
    steps.push({ before, field: field.name, write: valueWriter(field.type, output) });
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

/** Adds a field to all records and returns '', or returns the text to come if it is the same in all of them. */
function append(
  records: string[],
  batch: LogBatch,
  lines: Uint32Array,
  { field, write }: Step,
  before: string,
): string {
  const values = batch.field(field);
  if (!values) return before + write(undefined);
  const { distinct, places } = values;
  if (distinct.length === 1) return before + write(distinct[0]);
  if (!places) {
    for (let at = 0; at < lines.length; at++) {
      records[at] += before + write(distinct[lines[at] as number]);
    }
    return '';
  }
  const texts = sharedTexts(values, write);
  for (let at = 0; at < lines.length; at++) {
    const place = places[lines[at] as number] as number;
    texts[place] ??= write(distinct[place]);
  }
  if (lines.length < distinct.length) {
    for (let at = 0; at < lines.length; at++) {
      records[at] += before + (texts[places[lines[at] as number] as number] as string);
    }
    return '';
  }
  // Each text is used several times, so what stands before it is put in front of it once.
  const whole = texts.map((text) => (text === undefined ? '' : before + text));
  for (let at = 0; at < lines.length; at++) {
    records[at] += whole[places[lines[at] as number] as number] as string;
  }
  return '';
}
