import { httpRequests } from '../../../catalogs/datasets/http-requests.ts';
import { LogFilterError } from '../../../expression/log-filter/log-filter-error.ts';
import {
  type LogFilterOptions,
  parseLogFilter,
} from '../../../expression/log-filter/parse-log-filter.ts';
import { schemeOf } from '../../../logs/dataset-scheme.ts';
import { OutputError } from '../../../logs/output/output-error.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import { invalid } from '../logpush-errors.ts';

/** The named fields of requests, or the default ones. */
export function checkedFields(names: readonly string[] | undefined): readonly string[] {
  try {
    return resolveOutput(httpRequests, names ? { field_names: names } : {}).fieldNames;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw invalid('/fields', error.message);
  }
}

/** What is wrong with a filter of requests; undefined if nothing is, or if it is empty. */
export function filterProblem(filter: string, options?: LogFilterOptions): string | undefined {
  if (filter === '') return undefined;
  try {
    parseLogFilter(filter, schemeOf(httpRequests), options);
    return undefined;
  } catch (error) {
    if (!(error instanceof LogFilterError)) throw error;
    return error.message;
  }
}
