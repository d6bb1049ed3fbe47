import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { idleNotices } from '../jobs/job-check.ts';
import { jobIdFormat } from '../jobs/job-routes.ts';
import type { JobService } from '../jobs/job-service.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { BatchResponse, batchResponse, LedgerResponse, ledgerResponse } from './ledger-schema.ts';
import { ledgerStore } from './ledger-store.ts';

export interface LedgerRoutesOptions {
  readonly database: LogpushDatabase;
  readonly jobs: JobService;
}

/** Delivery figures of a job. */
export function ledgerRoutes(
  family: LogpushFamily,
  { database, jobs }: LedgerRoutesOptions,
): Route[] {
  const route = logpushRoute(family);
  const path = `${family.base}/jobs/:job_id/ledger`;
  const common = {
    method: 'GET',
    access: access(family.write),
    params: Type.Object({ job_id: jobIdFormat.path }),
  } as const;
  return [
    route({
      ...common,
      path,
      operation: `${family.prefix}-jobs-ledger`,
      summary:
        'Read the ledger of a job, in total and by node: lines delivered, filtered, sampled out, pending and dropped',
      response: LedgerResponse,
      async handle(request) {
        const { id, document } = await jobs.get(
          await family.scopeOf(request),
          request.params['job_id'] ?? '',
        );
        const nodes = await ledgerStore.nodes(database.read, Number(id));
        return ok(ledgerResponse(nodes), idleNotices(document));
      },
    }),
    route({
      ...common,
      path: `${path}/batches`,
      operation: `${family.prefix}-jobs-batches-list`,
      summary: 'List the last batches of a job, newest first',
      query: Type.Object(pagingQuery({ default: 50, min: 1, max: 1000 })),
      response: BatchResponse,
      list: true,
      async handle(request) {
        const { id } = await jobs.get(
          await family.scopeOf(request),
          request.params['job_id'] ?? '',
        );
        const page = toPageRequest(request.query);
        const batches = await ledgerStore.batches(database.read, Number(id), page);
        return okPage(mapPage(batches, batchResponse));
      },
    }),
  ];
}
