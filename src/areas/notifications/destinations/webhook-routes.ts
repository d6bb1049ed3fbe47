import type { Route } from '../../../http/route.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import { alertingBase, alertingId, wholeList } from '../notifications-routes.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import { WebhookBody, WebhookResponse } from './webhook-schema.ts';
import type { WebhookService } from './webhook-service.ts';
import type { WebhookStore } from './webhook-store.ts';

export interface WebhookRoutesOptions {
  readonly database: NotificationsDatabase;
  readonly webhooks: WebhookService;
  readonly store: WebhookStore;
}

export function webhookRoutes({ database, webhooks, store }: WebhookRoutesOptions): Route[] {
  return resourceRoutes({
    resources: webhooks,
    tag: 'Notification destinations',
    operations: 'notification-webhooks',
    base: `${alertingBase}/destinations/webhooks`,
    idParam: 'webhook_id',
    id: alertingId,
    document: WebhookBody,
    response: WebhookResponse,
    writes: { PUT: 'merge' },
    created: 201,
    written: 'id',
    deletion: 'id',
    scopeOf: accountOfPath,
    list: async (scope) => wholeList(await store.list(database.read, scope)),
  });
}
