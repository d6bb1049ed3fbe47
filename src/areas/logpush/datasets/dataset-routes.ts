import type { LogField } from '../../../catalogs/datasets/dataset.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ok, type Route } from '../../../http/route.ts';
import { ValidityResponse, validity } from '../destinations/destination-schema.ts';
import { datasetOf, outputOf } from '../jobs/job-check.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import { datasetParam, FieldsResponse, OriginBody } from './dataset-schema.ts';

const lists = [
  {
    path: 'fields',
    operation: 'dataset-fields',
    summary: 'List the fields of a dataset',
    isListed: (_field: LogField) => true,
  },
  {
    path: 'fields/default',
    operation: 'dataset-fields-default',
    summary: 'List the default fields of a dataset',
    isListed: (field: LogField) => field.isDefault ?? false,
  },
] as const;

export function datasetRoutes(family: LogpushFamily): Route[] {
  const route = logpushRoute(family);
  return [
    ...lists.map(({ path, operation, summary, isListed }) =>
      route({
        method: 'GET',
        path: `${family.base}/datasets/:dataset_id/${path}`,
        operation: `${family.prefix}-${operation}`,
        summary,
        access: access(family.read),
        params: datasetParam(family.dataset),
        response: FieldsResponse,
        async handle({ params }) {
          const { fields } = datasetOf(params['dataset_id'] ?? '', family.owner);
          const listed = fields.filter(isListed);
          return ok(Object.fromEntries(listed.map(({ name, description }) => [name, description])));
        },
      }),
    ),
    route({
      method: 'POST',
      path: `${family.base}/validate/origin`,
      operation: `${family.prefix}-validate-origin`,
      summary: 'Check output options in the older form',
      access: access(family.write),
      body: OriginBody,
      response: ValidityResponse,
      async handle({ body: { logpull_options: options, dataset = family.dataset } }) {
        return ok(validity(problemOf(family, dataset, options ?? '')));
      },
    }),
  ];
}

function problemOf({ owner }: LogpushFamily, dataset: string, options: string): string | undefined {
  try {
    datasetOf(dataset, owner);
    outputOf({ dataset, logpull_options: options, destination_conf: '' });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}
