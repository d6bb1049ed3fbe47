import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import type { LogBatch } from '../log-batch.ts';

/** Writes lines of a batch as records. */
export type RecordsWriter = (batch: LogBatch, lines: Uint32Array) => string[];

/** Records by what they look like, and by line; undefined where no job has asked yet. */
const written = new WeakMap<LogBatch, Map<string, (string | undefined)[]>>();

/** Jobs whose records look the same share them: a line that several of them ship is written once. */
export function sharedRecords(output: OutputOptions, write: RecordsWriter): RecordsWriter {
  const look = lookOf(output);
  return (batch, lines) => {
    if (lines.length === 0) return [];
    const byLook = written.get(batch) ?? new Map<string, (string | undefined)[]>();
    if (byLook.size === 0) written.set(batch, byLook);
    const known = byLook.get(look);
    if (!known) {
      const records = write(batch, lines);
      byLook.set(look, byLine(batch, lines, records));
      return records;
    }
    const missing = lines.filter((line) => known[line] === undefined);
    const records = missing.length === 0 ? [] : write(batch, missing);
    for (let at = 0; at < missing.length; at++) known[missing[at] as number] = records[at];
    return Array.from(lines, (line) => known[line] as string); // they are all there now
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

function byLine(
  { count }: LogBatch,
  lines: Uint32Array,
  records: string[],
): (string | undefined)[] {
  if (records.length === count) return records;
  const known = new Array<string | undefined>(count).fill(undefined);
  for (let at = 0; at < lines.length; at++) known[lines[at] as number] = records[at];
  return known;
}
