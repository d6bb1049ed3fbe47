import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import type { LogBatch } from '../log-batch.ts';

/** Writes lines of a batch as records. */
export type RecordsWriter = (batch: LogBatch, lines: Uint32Array) => string[];

/** Prepares to write lines of a batch, as many as these at first. */
export type PrepareRecords = (batch: LogBatch, lines: Uint32Array) => WriteLines;

type WriteLines = (lines: Uint32Array) => string[];

interface Written {
  readonly write: WriteLines;
  /** Records by line; undefined where no job has asked yet. */
  readonly records: (string | undefined)[];
}

/** By what records look like. */
const written = new WeakMap<LogBatch, Map<string, Written>>();

/** Jobs whose records look the same share them: a line that several of them ship is written once. */
export function sharedRecords(output: OutputOptions, prepare: PrepareRecords): RecordsWriter {
  const look = lookOf(output);
  return (batch, lines) => {
    if (lines.length === 0) return [];
    const byLook = written.getOrInsertComputed(batch, () => new Map<string, Written>());
    const { write, records } = byLook.getOrInsertComputed(look, () => ({
      write: prepare(batch, lines),
      records: new Array<string | undefined>(batch.count).fill(undefined),
    }));
    const missing = lines.filter((line) => records[line] === undefined);
    if (missing.length > 0) {
      const added = write(missing);
      for (let at = 0; at < missing.length; at++) records[missing[at] as number] = added[at];
      if (missing.length === lines.length) return added;
    }
    const own = new Array<string>(lines.length);
    for (let at = 0; at < lines.length; at++) own[at] = records[lines[at] as number] as string; // they are all there now
    return own;
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
