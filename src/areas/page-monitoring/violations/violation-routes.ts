import { ok, type Route, routeTable } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { parseTimestamp } from '../../../kernel/timestamp.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { invalidQuery } from '../page-monitoring-errors.ts';
import type { PolicyService } from '../policies/policy-kind.ts';
import type { ViolationBucket, ViolationReadModel } from './violation-read-model.ts';
import { ViolationsQuery, ViolationsResponse, violationsResponse } from './violation-schema.ts';

const DEFAULT_RANGE_MS = 7 * 24 * 3_600_000;

export interface ViolationRoutesOptions {
  readonly violations: ViolationReadModel;
  readonly policies: PolicyService;
  readonly findZone: ZoneFinder;
  readonly clock: Clock;
  readonly keepMs: number;
}

export function violationRoutes(options: ViolationRoutesOptions): Route[] {
  const { violations, policies, findZone, clock, keepMs } = options;
  const route = routeTable({ tag: 'Page policies', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/page_shield/policies/:policy_id/violations',
      operation: 'page-policies-violations',
      summary:
        'Get the violations of a policy: counts over time and samples; of the last 7 days by default',
      access: { kind: 'capability', capability: 'page-monitoring:read' },
      query: ViolationsQuery,
      response: ViolationsResponse,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const { id } = await policies.get(zone, params['policy_id'] ?? '');
        const now = clock.now();
        const until = Math.min(timeOf(query.until) ?? now + 1, now + 1);
        const since = Math.max(timeOf(query.since) ?? until - DEFAULT_RANGE_MS, now - keepMs);
        if (since >= until) throw invalidQuery('since', 'must be before "until", and before now');
        const bucket = query.bucket as ViolationBucket;
        const range = { since, until, bucket, samples: query.limit };
        return ok(violationsResponse(id, bucket, await violations.report(id, range)));
      },
    }),
  ];
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseTimestamp(text);
}
