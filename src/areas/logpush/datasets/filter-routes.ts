import type { Dataset } from '../../../catalogs/datasets/dataset.ts';
import { LogFilterError } from '../../../expression/log-filter/log-filter-error.ts';
import { parseLogFilter } from '../../../expression/log-filter/parse-log-filter.ts';
import { ok, type Route } from '../../../http/route.ts';
import { schemeOf } from '../../../logs/dataset-scheme.ts';
import { LineError } from '../../../logs/lines/line-error.ts';
import { runOnLines } from '../../../logs/lines/run-on-lines.ts';
import { resolveOutput } from '../../../logs/output/resolve-output.ts';
import { validity } from '../destinations/destination-schema.ts';
import { datasetOf, jsonPointer } from '../jobs/job-check.ts';
import { logScope } from '../jobs/job-model.ts';
import { invalid } from '../logpush-errors.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import { FilterResponse, filterBody } from './dataset-schema.ts';
import type { FilterService } from './filter-service.ts';

const MINUTES = 5;

/** Tests a filter before a job uses it. */
export function filterRoutes(family: LogpushFamily, filters: FilterService): Route[] {
  const route = logpushRoute(family);
  return [
    route({
      method: 'POST',
      path: `${family.base}/validate/filter`,
      operation: `${family.prefix}-validate-filter`,
      summary:
        'Check a filter and show which lines pass: sample lines, or lines of the last minutes on this node',
      access: access(family.read),
      body: filterBody(family),
      response: FilterResponse,
      async handle(request) {
        const { filter: text, lines, minutes = MINUTES, dataset: name } = request.body;
        const dataset = datasetOf(name ?? family.dataset, family.owner, '/dataset');
        const filter = text || undefined;
        const parsed = parse(dataset, filter);
        if ('problem' in parsed) return ok(validity(parsed.problem));
        const result = lines
          ? { passes: passesOf(dataset, filter, lines) }
          : await filters.test(dataset, logScope(await family.scopeOf(request)), filter, minutes);
        return ok({ ...validity(undefined), ...parsed, ...result });
      },
    }),
  ];
}

function parse(
  dataset: Dataset,
  filter: string | undefined,
): { readonly operators: number } | { readonly problem: string } {
  if (filter === undefined) return { operators: 0 };
  try {
    const { operators } = parseLogFilter(filter, schemeOf(dataset));
    return { operators };
  } catch (error) {
    if (!(error instanceof LogFilterError)) throw error;
    return { problem: `bad predicate: ${error.message}` };
  }
}

function passesOf(dataset: Dataset, filter: string | undefined, lines: readonly object[]) {
  try {
    return runOnLines({ dataset, filter, output: resolveOutput(dataset, {}) }, lines).passes;
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw invalid(`/${jsonPointer(error.pointer)}`, error.message);
  }
}
