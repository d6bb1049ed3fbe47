import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { schemeOf } from '../dataset-scheme.ts';
import type { FieldValues } from '../log-batch.ts';
import { defuseRecord } from './defuse.ts';
import { RecordBuilder } from './record-builder.ts';
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

/** Records have their prefix and suffix. */
export function compileRecords(dataset: Dataset, output: OutputOptions): RecordsWriter {
  return sharedRecords(output, recordsWriter(dataset, output));
}

function recordsWriter(dataset: Dataset, output: OutputOptions): RecordsWriter {
  const { steps, end } = compileSteps(dataset, output);
  return (batch, lines) => {
    const builder = new RecordBuilder(lines);
    for (const { before, field, writer } of steps) {
      builder.addText(before + writer.quote);
      addValues(builder, batch.field(field), lines, writer);
      builder.addText(writer.quote);
    }
    builder.addText(end);
    const records = builder.build();
    return output.defusesLookups ? records.map(defuseRecord) : records;
  };
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

function addValues(
  builder: RecordBuilder,
  values: FieldValues | undefined,
  lines: Uint32Array,
  writer: ValueWriter,
): void {
  if (!values || values.distinct.length === 1) {
    builder.addText(writer.write(values?.distinct[0]));
  } else if (values.places) {
    addCoded(builder, values, values.places, lines, writer);
  } else {
    builder.addEach(eachOf(values.distinct, lines, writer));
  }
}

function addCoded(
  builder: RecordBuilder,
  values: FieldValues,
  places: Uint16Array,
  lines: Uint32Array,
  writer: ValueWriter,
): void {
  const { distinct } = values;
  const texts = sharedTexts(values, writer);
  for (let at = 0; at < lines.length; at++) {
    const place = places[lines[at] as number] as number;
    texts[place] ??= writer.write(distinct[place]);
  }
  if (lines.length >= distinct.length) builder.addFew(texts, places);
  else builder.addEach((line) => texts[places[line] as number] as string);
}

/** If many of the values are written, whether they can be written as they are is asked for all of them at once. */
function eachOf(
  distinct: ArrayLike<unknown>,
  lines: Uint32Array,
  { arePlain, write }: ValueWriter,
): (line: number) => string {
  if (lines.length > distinct.length / 4 && arePlain?.(distinct)) {
    return (line) => distinct[line] as string; // they are texts
  }
  return (line) => write(distinct[line]);
}
