import type { Dataset } from '../../catalogs/datasets/dataset.ts';
import type { OutputOptions } from '../../contracts/shipping/shipping-job.ts';
import { RowBatch } from '../batches/row-batch.ts';
import { filterOf } from '../compile-program.ts';
import { compileRecords } from '../output/compile-records.ts';
import { readLines } from './read-lines.ts';

export interface LinesRun {
  readonly dataset: Dataset;
  /** JSON text; undefined lets every line pass. */
  readonly filter: string | undefined;
  readonly output: OutputOptions;
}

export interface LinesResult {
  /** Whether each line passes the filter. */
  readonly passes: readonly boolean[];
  /** The records of the lines that pass, without delimiters. They are not sampled. */
  readonly records: readonly string[];
}

/**
 * Runs the filter and output of a job on sample lines, as a preview for users. Throws a `LogFilterError` or a `LineError` with the position
 * of the problem.
 */
export function runOnLines(
  { dataset, filter, output }: LinesRun,
  samples: readonly unknown[],
): LinesResult {
  const compiled = filterOf(filter, dataset);
  const batch = new RowBatch({ stream: '', first: 0 }, readLines(dataset, samples));
  const mask = new Uint8Array(batch.count).fill(1);
  compiled?.narrow(batch, mask, batch.count);
  const passes = Array.from(mask, (bit) => bit === 1);
  const lines = Uint32Array.from(passes.keys()).filter((line) => passes[line]);
  return { passes, records: compileRecords(dataset, output)(batch, lines) };
}
