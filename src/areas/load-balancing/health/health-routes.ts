import { ApiError } from '../../../http/api-error.ts';
import { ok, type Route } from '../../../http/route.ts';
import { bodySchema, changedDocument } from '../../../resources/document-write.ts';
import { accountScope } from '../../../resources/scope.ts';
import { loadBalancingRoute } from '../load-balancing-routes.ts';
import type { MonitorService } from '../monitors/monitor-kind.ts';
import { MonitorBody, type MonitorDocument } from '../monitors/monitor-schema.ts';
import type { PoolReadModel } from '../pools/pool-read-model.ts';
import type { PoolService } from '../pools/pool-service.ts';
import type { HealthReadModel } from './health-read-model.ts';
import {
  PoolHealthResponse,
  PreviewResponse,
  PreviewResultResponse,
  poolHealthResponse,
} from './health-schema.ts';
import type { PreviewService } from './preview-service.ts';
import type { Preview } from './preview-store.ts';

const base = '/accounts/:account_id/load_balancers';
const read = { kind: 'capability', capability: 'pool:read' } as const;
/** A preview needs write permission: it sends requests that the caller defines. */
const write = { kind: 'capability', capability: 'pool:write' } as const;

export interface HealthRoutesOptions {
  readonly health: HealthReadModel;
  readonly previews: PreviewService;
  readonly lists: Pick<PoolReadModel, 'records' | 'idsOfMonitor'>;
  readonly pools: Pick<PoolService, 'get'>;
  readonly monitors: Pick<MonitorService, 'get'>;
}

export function healthRoutes(options: HealthRoutesOptions): Route[] {
  const { health, previews, lists, pools, monitors } = options;
  const route = loadBalancingRoute('Health checks');
  return [
    route({
      method: 'GET',
      path: `${base}/pools/:pool_id/health`,
      operation: 'pools-health',
      summary: 'Read the health of a pool and its origins',
      access: read,
      response: PoolHealthResponse,
      async handle({ params: { account_id: accountId, pool_id: id = '' } }) {
        const known = await health.ofPool(await pools.get(accountScope(accountId), id));
        if (!known) throw new ApiError('healthUnavailable');
        return ok(poolHealthResponse(known));
      },
    }),
    route({
      method: 'POST',
      path: `${base}/pools/:pool_id/preview`,
      operation: 'pools-preview',
      summary: 'Probe a pool once with the monitor in the body',
      access: write,
      body: MonitorBody,
      response: PreviewResponse,
      async handle({ params: { account_id: accountId, pool_id: id = '' }, body }) {
        const pool = await pools.get(accountScope(accountId), id);
        return previewStarted(await previews.create(accountId, [pool], body));
      },
    }),
    route({
      method: 'POST',
      path: `${base}/monitors/:monitor_id/preview`,
      operation: 'monitors-preview',
      summary: 'Probe the pools of a monitor once, with the changes to it in the body',
      access: write,
      body: bodySchema('merge', MonitorBody),
      response: PreviewResponse,
      async handle({ params: { account_id: accountId, monitor_id: id = '' }, body }) {
        const { document } = await monitors.get(accountScope(accountId), id);
        const affected = await lists.records(await lists.idsOfMonitor(id));
        const changed = changedDocument<MonitorDocument>('merge', document, body);
        return previewStarted(await previews.create(accountId, affected, changed));
      },
    }),
    route({
      method: 'GET',
      path: `${base}/preview/:preview_id`,
      operation: 'previews-get',
      summary: 'Read the results of a preview so far',
      access: read,
      response: PreviewResultResponse,
      async handle({ params: { account_id: accountId, preview_id: id = '' } }) {
        return ok((await previews.get(accountId, id)).results);
      },
    }),
  ];
}

const previewStarted = ({ id, pools }: Pick<Preview, 'id' | 'pools'>) =>
  ok({ preview_id: id, pools });
