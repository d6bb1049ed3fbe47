import type { Dataset } from '../catalogs/datasets/dataset.ts';
import { findDataset } from '../catalogs/datasets/datasets.ts';
import type { LogScope } from '../contracts/shipping/shipping-job.ts';
import { parseLogFilter } from '../expression/log-filter/parse-log-filter.ts';
import { schemeOf } from './dataset-scheme.ts';
import { type ColumnFilter, compileFilter, type LineMask } from './filter/compile-filter.ts';
import type { LogBatch } from './log-batch.ts';
import type { LogProgram, ProgramOptions } from './log-program.ts';
import { compileRecords } from './output/compile-records.ts';
import { Sampler } from './sample.ts';

/** Compiles the scope, filter, sampling and output of a job. Throws if the dataset or a field is unknown, or the filter is invalid. */
export function compileProgram(options: ProgramOptions): LogProgram {
  const dataset = findDataset(options.dataset);
  if (!dataset) throw new TypeError(`${options.dataset} is not a dataset`);
  const inScope = options.scope && scopeFilter(options.scope);
  const { isLive = false } = options;
  const filter = filterOf(options.filter, dataset, isLive);
  const sampler = new Sampler(options.seed, options.output.sampleRate);
  const write = compileRecords(dataset, options.output);
  return {
    run(batch) {
      const mask = new Uint8Array(batch.count).fill(1);
      const produced = inScope ? inScope.narrow(batch, mask, batch.count) : batch.count;
      const passed = produced === 0 || !filter ? produced : filter.narrow(batch, mask, produced);
      const lines = sampler.choose(linesOf(mask, passed), batch.stream, batch.first);
      return {
        produced,
        filtered: produced - passed,
        sampledOut: passed - lines.length,
        records: write(batch, lines),
        times: timesOf(batch, dataset, lines),
      };
    },
  };
}

/** The scope as a condition on the zone or account. */
function scopeFilter({ kind, id }: LogScope): ColumnFilter {
  const field = kind === 'zone' ? 'zoneId' : 'accountId';
  return compileFilter({ kind: 'test', field, test: { op: 'one-of', values: [id] } });
}

export function filterOf(
  text: string | undefined,
  dataset: Dataset,
  isLive = false,
): ColumnFilter | undefined {
  return text === undefined
    ? undefined
    : compileFilter(parseLogFilter(text, schemeOf(dataset), { isLive }).root);
}

/** The indexes of the lines that pass. */
function linesOf(mask: LineMask, count: number): Uint32Array {
  const lines = new Uint32Array(count);
  let at = 0;
  for (let line = 0; at < count; line++) {
    if (mask[line] === 1) lines[at++] = line;
  }
  return lines;
}

function timesOf(batch: LogBatch, { timeField }: Dataset, lines: Uint32Array): Float64Array {
  const times = new Float64Array(lines.length);
  const values = batch.field(timeField);
  if (!values) return times;
  const { distinct, indexes } = values;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as number;
    const value = distinct[indexes ? (indexes[line] as number) : line];
    times[at] = typeof value === 'number' ? value : 0;
  }
  return times;
}
