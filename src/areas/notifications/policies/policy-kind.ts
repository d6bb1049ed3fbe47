import { limits } from '../../../catalogs/limits.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { destinationStore } from '../destinations/destination-store.ts';
import { invalid, resourceErrors } from '../notifications-errors.ts';
import { accountLock, type NotificationsTables, type Tx } from '../notifications-tables.ts';
import { type PolicyDocument, type PolicyRecord, policyResponse } from './policy-schema.ts';
import { policyStore } from './policy-store.ts';

const noun = 'notification policy';

export const policyKind: ResourceKind<PolicyRecord, AccountScope, NotificationsTables> = {
  resource: 'notification_policy',
  noun,
  read: 'notification:read',
  write: 'notification:write',
  store: policyStore,
  errors: resourceErrors(noun),
  limit: () => limits.notificationPoliciesPerAccount,
  lock: accountLock,
  // The service has checked the rest before the transaction, since that needs queries to other areas.
  check: (tx, { accountId }, document) => checkDestinations(tx, accountId, document),
  toRecord: (_tx, { accountId }, next) => ({ ...nextDocument(next), accountId }),
  toResponse: policyResponse,
  toAudit: policyResponse,
};

const destinations = {
  webhooks: { type: 'webhook', noun: 'webhook' },
  pagerduty: { type: 'pagerduty', noun: 'PagerDuty service' },
} as const;

/** Destinations that are deleted later are removed from the policy. */
async function checkDestinations(
  tx: Tx,
  accountId: string,
  { mechanisms }: PolicyDocument,
): Promise<void> {
  for (const group of ['webhooks', 'pagerduty'] as const) {
    const { type, noun: kind } = destinations[group];
    const ids = (mechanisms[group] ?? []).map(({ id }) => withoutDashes(id));
    const existing = await destinationStore.existing(tx, accountId, type, ids);
    const missing = ids.findIndex((id) => !existing.has(id));
    if (missing === -1) continue;
    throw invalid(
      `/mechanisms/${group}/${missing}/id`,
      `there is no ${kind} ${ids[missing]} in this account: create it first`,
    );
  }
}
