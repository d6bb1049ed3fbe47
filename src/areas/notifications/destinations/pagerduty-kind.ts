import { limits } from '../../../catalogs/limits.ts';
import { redacted } from '../../../kernel/redact.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { resourceErrors } from '../notifications-errors.ts';
import { accountLock, type NotificationsTables } from '../notifications-tables.ts';
import type { PagerdutyService, PagerdutyStore } from './pagerduty-store.ts';

export type PagerdutyKind = ResourceKind<PagerdutyService, AccountScope, NotificationsTables>;

export function pagerdutyKind(store: PagerdutyStore): PagerdutyKind {
  return {
    resource: 'notification_pagerduty',
    noun: 'PagerDuty service',
    read: 'notification:read',
    write: 'notification:write',
    store,
    errors: resourceErrors('PagerDuty service'),
    limit: () => limits.pagerdutyServicesPerAccount,
    lock: accountLock,
    check: async () => {},
    toRecord: (_tx, { accountId }, next) => ({ ...nextDocument(next), accountId }),
    toResponse: ({ id, document }) => ({ id, name: document.name }),
    toAudit: ({ id, document }, before) => ({
      id,
      name: document.name,
      integration_key: redacted(document.integration_key, before?.document.integration_key),
    }),
  };
}
