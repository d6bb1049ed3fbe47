import { withExample } from '../../../http/common-schema.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { pageOf } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { parseTimestamp } from '../../../kernel/timestamp.ts';
import { jobIdFormat } from '../jobs/job-routes.ts';
import type { JobService } from '../jobs/job-service.ts';
import { ledgerStore } from '../ledger/ledger-store.ts';
import { access, type LogpushFamily, logpushRoute } from '../logpush-family.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import { ReplayBody, ReplayResponse, replayResponse } from './replay-schema.ts';
import type { ReplayService } from './replay-service.ts';
import { replayStore } from './replay-store.ts';

export interface ReplayRoutesOptions {
  readonly database: LogpushDatabase;
  readonly jobs: JobService;
  readonly replays: ReplayService;
}

export function replayRoutes(
  family: LogpushFamily,
  { database, jobs, replays }: ReplayRoutesOptions,
): Route[] {
  const route = logpushRoute(family);
  const common = {
    path: `${family.base}/jobs/:job_id/replay`,
    access: access(family.write),
    params: Type.Object({ job_id: jobIdFormat.path }),
    response: ReplayResponse,
  } as const;
  return [
    route({
      ...common,
      method: 'POST',
      operation: `${family.prefix}-jobs-replay`,
      summary: 'Ship the lines of a time range again, if nodes still have them in their spools',
      body: withExample(ReplayBody, { start: '$REPLAY_START', end: '$REPLAY_END' }),
      async handle(request) {
        const { body, params, principal } = request;
        const scope = await family.scopeOf(request);
        const range = { from: timeOf(body.start), to: timeOf(body.end) };
        const id = params['job_id'] ?? '';
        const replay = await replays.create(principal.actor, jobs, scope, id, range);
        return ok(replayResponse(replay, []));
      },
    }),
    route({
      ...common,
      method: 'GET',
      operation: `${family.prefix}-jobs-replays-list`,
      summary: 'List the replays of a job, with their state',
      list: true,
      async handle(request) {
        const scope = await family.scopeOf(request);
        const id = Number((await jobs.get(scope, request.params['job_id'] ?? '')).id);
        const nodes = await ledgerStore.nodes(database.read, id);
        const all = await replayStore.list(database.read, [id], replays.oldest());
        const items = all.map((replay) => replayResponse(replay, nodes));
        return okPage(pageOf(items, items.length, { page: 1, perPage: Math.max(1, items.length) }));
      },
    }),
  ];
}

/** The schema has validated the time. */
const timeOf = (text: string) => parseTimestamp(text) ?? Number.NaN;
