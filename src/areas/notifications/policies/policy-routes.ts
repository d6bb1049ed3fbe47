import { alertTypeNamed } from '../../../catalogs/alert-types/alert-types.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import type { Route } from '../../../http/route.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import { alertingBase, alertingId, wholeList } from '../notifications-routes.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import { LIST } from './policy-check.ts';
import { filterValue, mechanismsOf } from './policy-model.ts';
import { PolicyBody, type PolicyDocument, PolicyResponse } from './policy-schema.ts';
import type { PolicyService } from './policy-service.ts';
import { policyStore } from './policy-store.ts';

export function policyRoutes({ read }: NotificationsDatabase, policies: PolicyService): Route[] {
  return resourceRoutes({
    resources: policies,
    tag: 'Notification policies',
    operations: 'notification-policies',
    base: `${alertingBase}/policies`,
    idParam: 'policy_id',
    id: alertingId,
    document: PolicyBody,
    response: PolicyResponse,
    writes: { PUT: 'merge' },
    written: 'id',
    deletion: 'null',
    listSummary: 'List notification policies',
    noticesOf: (document) => [...unsentNotices(document), ...ineffectiveNotices(document)],
    readNoticesOf: unsentNotices,
    scopeOf: accountOfPath,
    list: async (scope) => wholeList(await policyStore.all(read, scope)),
  });
}

/** The notice that a policy never sends anything, if so. */
export function unsentNotices({ alert_type: type }: Pick<PolicyDocument, 'alert_type'>): Notice[] {
  if (alertTypeNamed(type)) return [];
  return [notice('alertNeverSent', { type, list: LIST })];
}

/** Notices about members without effect. */
function ineffectiveNotices(document: PolicyDocument): Notice[] {
  const ineffective = (pointer: string, reason: string) =>
    notice('memberIdle', { pointer, reason });
  const filters = alertTypeNamed(document.alert_type)?.filters ?? [];
  const texts = filters.flatMap((filter) =>
    (document.filters?.[filter.key] ?? []).flatMap((text, n) =>
      filterValue(filter, text)?.isIdle
        ? [ineffective(`/filters/${filter.key}/${n}`, `no alert is about "${text}"`)]
        : [],
    ),
  );
  return mechanismsOf(document).length > 0
    ? texts
    : [...texts, ineffective('/mechanisms', 'a policy without a recipient sends no notifications')];
}
