import { foreignDatasets } from '../../../catalogs/datasets/foreign-datasets.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { mapPage, type Page, pageOf } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes } from '../../../resources/resource-routes.ts';
import { datasetParam } from '../datasets/dataset-schema.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { datasetOf, jobNotices } from './job-check.ts';
import type { Job } from './job-model.ts';
import { JobId, JobResponse, jobBody } from './job-schema.ts';
import type { JobService } from './job-service.ts';
import type { JobStore } from './job-store.ts';

/** Other texts in the path are not ids of jobs. */
export const jobIdFormat = {
  schema: JobId,
  path: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  toResponse: Number,
};

export interface JobRoutesOptions {
  readonly database: LogpushDatabase;
  readonly jobs: JobService;
  readonly store: JobStore;
}

export function jobRoutes(
  family: LogpushFamily,
  { database, jobs, store }: JobRoutesOptions,
): Route[] {
  return [
    ...resourceRoutes({
      resources: jobs,
      tag: family.tag,
      operations: `${family.prefix}-jobs`,
      base: `${family.base}/jobs`,
      idParam: 'job_id',
      id: jobIdFormat,
      invalidBody: 'logpushInvalid',
      document: jobBody(family),
      response: JobResponse,
      writes: { PUT: 'merge' },
      created: 201,
      deletion: 'id',
      noticesOf: jobNotices,
      scopeOf: family.scopeOf,
      list: async (scope) => onePage(await store.list(database.read, scope)),
    }),
    logpushRoute(family)({
      method: 'POST',
      path: `${family.base}/jobs/:job_id/retry`,
      operation: `${family.prefix}-jobs-retry`,
      summary: 'Try the deliveries of a job at once, without waiting for the end of their pause',
      access: access(family.write),
      params: Type.Object({ job_id: jobIdFormat.path }),
      response: JobResponse,
      async handle(request) {
        const scope = await family.scopeOf(request);
        const id = request.params['job_id'] ?? '';
        const job = await jobs.retry(request.principal.actor, scope, id);
        return ok(jobs.kind.toResponse(job));
      },
    }),
    logpushRoute(family)({
      method: 'GET',
      path: `${family.base}/datasets/:dataset_id/jobs`,
      operation: `${family.prefix}-dataset-jobs-list`,
      summary: 'List the jobs of a dataset',
      access: access(family.write),
      params: datasetParam(family.dataset),
      response: JobResponse,
      list: true,
      async handle(request) {
        const name = request.params['dataset_id'] ?? '';
        if (!foreignDatasets.has(name)) datasetOf(name, family.owner);
        const scope = await family.scopeOf(request);
        const page = onePage(await store.list(database.read, scope, name));
        return okPage(mapPage(page, (job) => jobs.kind.toResponse(job)));
      },
    }),
  ];
}

function onePage(all: readonly Job[]): Page<Job> {
  return pageOf(all, all.length, { page: 1, perPage: Math.max(1, all.length) });
}
