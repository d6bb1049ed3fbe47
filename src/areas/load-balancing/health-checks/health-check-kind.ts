import { findPlan } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ExceededQuota, ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { LoadBalancingTables } from '../load-balancing-tables.ts';
import { checkHealthCheck } from './health-check-check.ts';
import { type HealthCheckRecord, healthCheckResponse } from './health-check-schema.ts';
import { withoutHeaderValues } from './health-check-secrets.ts';
import type { HealthCheckStore } from './health-check-store.ts';

export type HealthCheckService = ResourceService<HealthCheckRecord, ZoneScope, LoadBalancingTables>;

export const healthCheckKind = (
  store: HealthCheckStore,
): ResourceKind<HealthCheckRecord, ZoneScope, LoadBalancingTables> => ({
  resource: 'health_check',
  noun: 'health check',
  read: 'health-check:read',
  write: 'health-check:write',
  store,
  errors: { notFound, quotaExceeded },
  limit: healthCheckLimit,
  lock: ({ id }) => `health checks ${id}`,
  check: async (_tx, _zone, document) => checkHealthCheck(document),
  toRecord: (_tx, { id: zoneId, accountId }, { before, ...next }) => ({
    ...nextDocument({ before, ...next }),
    accountId,
    zoneId,
    state: next.document.suspended ? undefined : before?.state,
  }),
  toResponse: healthCheckResponse,
  toReaderResponse: (record) => healthCheckResponse(withoutSecrets(record)),
  toAudit: (record, before) => healthCheckResponse(withoutSecrets(record, before)),
});

export function notFound(id: string): ApiError {
  return new ApiError('healthCheckNotFound', { id });
}

export function healthCheckLimit({ plan }: Pick<ZoneScope, 'plan'>): number {
  return findPlan(plan)?.healthCheckQuota ?? Number.POSITIVE_INFINITY;
}

export function quotaExceeded({ limit }: Pick<ExceededQuota, 'limit'>): ApiError {
  return limit === 0
    ? new ApiError('healthCheckPlan', {})
    : new ApiError('healthCheckQuota', { limit });
}

export function withoutSecrets<R extends Pick<HealthCheckRecord, 'document'>>(
  record: R,
  before?: R,
): R {
  return { ...record, document: withoutHeaderValues(record.document, before?.document) };
}
