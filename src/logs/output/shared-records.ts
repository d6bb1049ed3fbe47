import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import type { LogBatch } from '../log-batch.ts';

/** Writes lines of a batch as records. The lines are in order. */
export type RecordsWriter = (batch: LogBatch, lines: Uint32Array) => readonly string[];

/** Prepares to write lines of a batch. `lines`: those that are written first. */
export type PrepareRecords = (batch: LogBatch, lines: Uint32Array) => WriteLines;

type WriteLines = (lines: Uint32Array) => readonly string[];

/** By the format of records. */
const written = new WeakMap<LogBatch, Map<string, WrittenLines>>();

/**
 * Jobs with the same record format share records: a line that several of them ship is written once, and jobs that ship the same lines get
 * the same list.
 */
export function sharedRecords(output: OutputOptions, prepare: PrepareRecords): RecordsWriter {
  const format = formatOf(output);
  return (batch, lines) => {
    if (lines.length === 0) return [];
    const byFormat = written.getOrInsertComputed(batch, () => new Map<string, WrittenLines>());
    return byFormat
      .getOrInsertComputed(format, () => new WrittenLines(batch.count, prepare(batch, lines)))
      .records(lines);
  };
}

/** A key that is equal for outputs that write a line in the same way. */
function formatOf(output: OutputOptions): string {
  const {
    batchPrefix: _,
    batchSuffix: __,
    recordDelimiter: ___,
    sampleRate: ____,
    ...format
  } = output;
  return JSON.stringify(format, Object.keys(format).sort());
}

/** Lines of a batch. Each one is written when a job first needs it. */
class WrittenLines {
  readonly #write: WriteLines;
  /** By line; undefined if it is not written yet. */
  readonly #records: (string | undefined)[];
  readonly #known: { readonly lines: Uint32Array; readonly records: readonly string[] }[] = [];

  constructor(count: number, write: WriteLines) {
    this.#write = write;
    this.#records = new Array<string | undefined>(count).fill(undefined);
  }

  records(lines: Uint32Array): readonly string[] {
    const known = this.#known.find((each) => isSame(each.lines, lines));
    if (known) return known.records;
    const records = this.#select(lines);
    this.#known.push({ lines, records });
    return records;
  }

  #select(lines: Uint32Array): readonly string[] {
    const missing = lines.filter((line) => this.#records[line] === undefined);
    if (missing.length > 0) {
      const added = this.#write(missing);
      for (let at = 0; at < missing.length; at++) this.#records[missing[at] as number] = added[at];
      if (missing.length === lines.length) return added;
    }
    const own = new Array<string>(lines.length);
    for (let at = 0; at < lines.length; at++) {
      own[at] = this.#records[lines[at] as number] as string; // all of them are written now
    }
    return own;
  }
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
