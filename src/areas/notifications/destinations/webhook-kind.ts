import { limits } from '../../../catalogs/limits.ts';
import { redacted } from '../../../kernel/redact.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { resourceErrors } from '../notifications-errors.ts';
import { accountLock, type NotificationsTables } from '../notifications-tables.ts';
import { shownUrl, type Webhook, webhookType } from './webhook-model.ts';
import { webhookResponse } from './webhook-schema.ts';
import type { WebhookStore } from './webhook-store.ts';

export type WebhookKind = ResourceKind<Webhook, AccountScope, NotificationsTables>;

export function webhookKind(store: WebhookStore): WebhookKind {
  return {
    resource: 'notification_webhook',
    noun: 'webhook',
    read: 'notification:read',
    write: 'notification:write',
    store,
    errors: resourceErrors('webhook'),
    limit: () => limits.webhooksPerAccount,
    lock: accountLock,
    // The service has tested the webhook.
    check: async () => {},
    toRecord: (_tx, { accountId }, next) => ({
      ...nextDocument(next),
      accountId,
      lastSuccess: next.before?.lastSuccess ?? null,
      lastFailure: next.before?.lastFailure ?? null,
    }),
    toResponse: webhookResponse,
    toReaderResponse: (webhook) => ({
      ...webhookResponse(webhook),
      url: shownUrl(webhook.document.url),
    }),
    toAudit: ({ id, document }, before) => ({
      id,
      name: document.name,
      type: webhookType(document.url),
      url: auditedUrl(document.url, before?.document.url),
      ...(document.secret !== undefined && {
        secret: redacted(document.secret, before && (before.document.secret ?? '')),
      }),
    }),
  };
}

/** Paths and parameters of any webhook may contain secrets. */
function auditedUrl(url: string, before: string | undefined): string {
  const hidden = redacted(url, before);
  return URL.canParse(url) ? `${new URL(url).origin}/${hidden}` : hidden;
}
