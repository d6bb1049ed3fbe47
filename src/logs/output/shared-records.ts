import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import type { LogBatch } from '../log-batch.ts';
import { noRecords, type Records } from './records.ts';
import { WrittenLines } from './written-lines.ts';

/** Writes lines of a batch as records. */
export type RecordsWriter = (batch: LogBatch, lines: Uint32Array) => Records;

/** Prepares to write lines of a batch, as many as these at first. */
export type PrepareRecords = (
  batch: LogBatch,
  lines: Uint32Array,
) => (lines: Uint32Array) => Records;

/** By what records look like. */
const written = new WeakMap<LogBatch, Map<string, WrittenLines>>();

/** Jobs whose records look the same share them: a line that several of them ship is written once. */
export function sharedRecords(output: OutputOptions, prepare: PrepareRecords): RecordsWriter {
  const look = lookOf(output);
  return (batch, lines) => {
    if (lines.length === 0) return noRecords;
    const byLook = written.getOrInsertComputed(batch, () => new Map<string, WrittenLines>());
    return byLook
      .getOrInsertComputed(look, () => new WrittenLines(batch.count, prepare(batch, lines)))
      .records(lines);
  };
}

/** What two outputs have in common if they write a line in the same way. */
function lookOf(output: OutputOptions): string {
  const {
    batchPrefix: _,
    batchSuffix: __,
    recordDelimiter: ___,
    sampleRate: ____,
    ...look
  } = output;
  return JSON.stringify(look, Object.keys(look).sort());
}
