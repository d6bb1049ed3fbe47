import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { schemeOf } from '../dataset-scheme.ts';
import type { FieldValues } from '../log-batch.ts';
import { defuseRecord } from './defuse.ts';
import { RecordPlan } from './record-plan.ts';
import { parseTemplate, type RecordPart } from './record-template.ts';
import { type PrepareRecords, type RecordsWriter, sharedRecords } from './shared-records.ts';
import { type ValueWriter, valueWriter } from './value-writer.ts';

/** A field with the text before it. */
interface Step {
  readonly before: string;
  readonly field: string;
  readonly writer: ValueWriter;
}

/** Records include the prefix and suffix of the job. */
export function compileRecords(dataset: Dataset, output: OutputOptions): RecordsWriter {
  return sharedRecords(output, planner(dataset, output));
}

function planner(dataset: Dataset, output: OutputOptions): PrepareRecords {
  const { steps, end } = compileSteps(dataset, output);
  return (batch, lines) => {
    const plan = new RecordPlan();
    for (const { before, field, writer } of steps) {
      plan.addText(before);
      plan.addText(writer.quote);
      addValues(plan, batch.field(field), lines, writer);
      plan.addText(writer.quote);
    }
    plan.addText(end);
    const write = (some: Uint32Array) => plan.write(some);
    return output.defusesLookups ? (some) => write(some).map(defuseRecord) : write;
  };
}

/** Adjacent constant texts are joined at compile time. */
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

/** Fields of a template that are not in `field_names` are null. */
function templated({ fieldNames, recordTemplate }: OutputOptions): RecordPart[] {
  return parseTemplate(recordTemplate).map((part) =>
    'field' in part && !fieldNames.includes(part.field) ? { text: 'null' } : part,
  );
}

function addValues(
  plan: RecordPlan,
  values: FieldValues | undefined,
  lines: Uint32Array,
  writer: ValueWriter,
): void {
  const { distinct, indexes } = values ?? { distinct: [], indexes: undefined };
  const textOf = (at: number) => writer.write(distinct[at]);
  if (distinct.length <= 1) plan.addText(textOf(0));
  else if (indexes) plan.addChoice({ size: distinct.length, indexes, textOf });
  else if (isPlain(distinct, lines, writer)) plan.addEach((line) => distinct[line] as string);
  else plan.addEach(textOf);
}

/** Whether all values are texts that need no escapes. The check is not worth its cost if few of them are written. */
function isPlain(
  distinct: ArrayLike<unknown>,
  lines: Uint32Array,
  { arePlain }: ValueWriter,
): boolean {
  return arePlain !== undefined && lines.length > distinct.length / 4 && arePlain(distinct);
}
