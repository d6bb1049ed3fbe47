import { ApiError } from '../../http/api-error.ts';
import { ok, okSlice, type Route, routeTable } from '../../http/route.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Type } from '../../kernel/schema.ts';
import { readCursor } from './event-filter.ts';
import { startOf } from './event-scan.ts';
import {
  TraceResponse,
  TraceSummaryResponse,
  traceResponse,
  traceSummaryResponse,
} from './request-trace-schema.ts';
import { requestTraceStore } from './request-trace-store.ts';
import { cursorOf } from './security-event-model.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

const ListQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  per_page: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
});

/** The value of the response header `cf-ray`. Other services add a data centre after a dash. */
const RayParams = Type.Object({
  ray_id: Type.String({ pattern: '^[0-9A-Fa-f]{16}(-[A-Za-z]{3})?$' }),
});

export function requestTraceRoutes(
  { read }: SecurityEventsDatabase,
  clock: Clock,
  keepMs: number,
): Route[] {
  const route = routeTable({
    tag: 'Security events',
    service: 'product',
    unknownParameters: 'refuse',
  });
  const access = { kind: 'capability', capability: 'security-event:read' } as const;
  const since = () => clock.now() - keepMs;

  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/security/trace/:ray_id',
      operation: 'security-trace-get',
      summary: 'Get the trace of a request: every rule with its values, and the decision',
      access,
      params: RayParams,
      response: TraceResponse,
      async handle({ params }) {
        const given = params['ray_id'] ?? '';
        const ray = given.slice(0, 16).toLowerCase();
        const trace = await requestTraceStore.find(read, params.zone_id, ray, since());
        if (!trace) throw new ApiError('traceNotFound', { ray: given });
        return ok(traceResponse(trace));
      },
    }),
    route({
      method: 'GET',
      path: '/zones/:zone_id/security/traces',
      operation: 'security-traces-list',
      summary: 'List requests of a zone that have a trace, newest first',
      access,
      query: ListQuery,
      response: TraceSummaryResponse,
      list: 'cursor',
      async handle({ params, query }) {
        const from = readCursor(query.cursor) ?? startOf({ until: undefined });
        const { zone_id: zoneId } = params;
        const page = await requestTraceStore.list(read, zoneId, since(), from, query.per_page);
        const after = page.after && cursorOf(page.after);
        return okSlice(page.traces.map(traceSummaryResponse), query.per_page, after);
      },
    }),
  ];
}
