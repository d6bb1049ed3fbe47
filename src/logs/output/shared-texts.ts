import type { FieldValues } from '../log-batch.ts';
import type { ValueWriter } from './value-writer.ts';

/** Undefined where nobody has asked yet. */
export type ValueTexts = (string | undefined)[];

const written = new WeakMap<FieldValues, Map<ValueWriter, ValueTexts>>();

/** What a writer has made of the distinct values of a batch: many jobs write the same values. */
export function sharedTexts(values: FieldValues, writer: ValueWriter): ValueTexts {
  let byWriter = written.get(values);
  if (!byWriter) {
    byWriter = new Map();
    written.set(values, byWriter);
  }
  let texts = byWriter.get(writer);
  if (!texts) {
    texts = new Array<string | undefined>(values.distinct.length).fill(undefined);
    byWriter.set(writer, texts);
  }
  return texts;
}
