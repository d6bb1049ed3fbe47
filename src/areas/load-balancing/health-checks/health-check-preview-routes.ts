import { IdResponse } from '../../../http/common-schema.ts';
import { ok, type Route } from '../../../http/route.ts';
import { newDocument } from '../../../resources/document-write.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { loadBalancingRoute } from '../load-balancing-routes.ts';
import { withoutSecrets } from './health-check-kind.ts';
import { idleMembers } from './health-check-notices.ts';
import type { HealthCheckPreviewService } from './health-check-preview-service.ts';
import type { HealthCheckPreview } from './health-check-preview-store.ts';
import { healthCheckBase, healthCheckTag } from './health-check-routes.ts';
import {
  HealthCheckBody,
  type HealthCheckDocument,
  HealthCheckResponse,
  healthCheckResponse,
} from './health-check-schema.ts';
import { statusOf } from './health-check-state.ts';

const read = { kind: 'capability', capability: 'health-check:read' } as const;
/** A preview needs write permission: it sends a request that the caller defines. */
const write = { kind: 'capability', capability: 'health-check:write' } as const;

export interface HealthCheckPreviewRoutesOptions {
  readonly previews: HealthCheckPreviewService;
  readonly findZone: ZoneFinder;
}

export function healthCheckPreviewRoutes(options: HealthCheckPreviewRoutesOptions): Route[] {
  const { previews, findZone } = options;
  const route = loadBalancingRoute(healthCheckTag);
  const one = `${healthCheckBase}/preview/:preview_id`;
  return [
    route({
      method: 'POST',
      path: `${healthCheckBase}/preview`,
      operation: 'health-check-previews-create',
      summary: 'Probe once with the health check in the body, which is not saved',
      access: write,
      body: HealthCheckBody,
      response: HealthCheckResponse,
      async handle({ params: { zone_id: zoneId }, body }) {
        const document = newDocument<HealthCheckDocument>(body);
        const preview = await previews.create(await findZone(zoneId), document);
        return ok(previewResponse(preview), idleMembers(document));
      },
    }),
    route({
      method: 'GET',
      path: one,
      operation: 'health-check-previews-get',
      summary: 'Read a preview: its status is unknown until the probe has ended',
      access: read,
      response: HealthCheckResponse,
      async handle({ params: { zone_id: zoneId, preview_id: id = '' }, principal }) {
        const { accountId } = await findZone(zoneId);
        const preview = await previews.get({ id: zoneId }, id);
        const isWriter = principal.allows(write.capability, { type: 'zone', zoneId, accountId });
        return ok(previewResponse(isWriter ? preview : withoutSecrets(preview)));
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      operation: 'health-check-previews-delete',
      summary: 'Delete a preview',
      access: write,
      response: IdResponse,
      async handle({ params: { zone_id: zoneId, preview_id: id = '' } }) {
        await previews.delete({ id: zoneId }, id);
        return ok({ id });
      },
    }),
  ];
}

/** A preview is probed also if it would be suspended when it is saved. */
function previewResponse({ createdAt, healthy, failureReason, ...preview }: HealthCheckPreview) {
  const shown = healthCheckResponse({
    ...preview,
    createdAt,
    modifiedAt: createdAt,
    state: undefined,
  });
  return {
    ...shown,
    status: statusOf({}, { healthy }),
    failure_reason: healthy === false ? failureReason : '',
  };
}
