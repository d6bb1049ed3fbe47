import { ApiError } from '../../../http/api-error.ts';
import { toPageRequest } from '../../../http/paging.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { withoutDashes } from '../../../kernel/hex-id.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { parseTimestamp } from '../../../kernel/timestamp.ts';
import {
  alertingBase,
  alertingRoute,
  PathId,
  readAccess,
  writeAccess,
} from '../notifications-routes.ts';
import type { HistoryReadModel } from './history-read-model.ts';
import type { HistoryRetention } from './history-retention.ts';
import {
  type HistoryParameters,
  HistoryQueryParameters,
  HistoryResponse,
  historyResponse,
} from './history-schema.ts';
import type { ResendService } from './resend-service.ts';

export interface HistoryRoutesOptions {
  readonly clock: Clock;
  readonly history: HistoryReadModel;
  readonly retention: HistoryRetention;
  readonly resends: ResendService;
}

export function historyRoutes(options: HistoryRoutesOptions): Route[] {
  const { clock, history, retention, resends } = options;
  const route = alertingRoute('Notification history');
  const base = `${alertingBase}/history`;
  return [
    route({
      method: 'GET',
      path: base,
      operation: 'notification-history-list',
      summary: 'List sent notifications with their outcome, newest first',
      access: readAccess,
      query: HistoryQueryParameters,
      response: HistoryResponse,
      list: true,
      async handle({ params, query }) {
        const oldest = clock.now() - (await retention.keepMs(params.account_id));
        const { since, before } = timesOf(query);
        const page = await history.list(params.account_id, {
          ...toPageRequest(query),
          since: Math.max(since ?? oldest, oldest),
          before,
          policyId: query.policy_id && withoutDashes(query.policy_id),
          alertType: query.alert_type,
          state: query.status,
          mechanismType: query.mechanism_type,
        });
        return okPage(mapPage(page, historyResponse));
      },
    }),
    route({
      method: 'POST',
      path: `${base}/:history_id/resend`,
      operation: 'notification-history-resend',
      summary: 'Send a failed notification again',
      access: writeAccess,
      params: Type.Object({ history_id: PathId }),
      response: HistoryResponse,
      async handle({ params, principal }) {
        const id = withoutDashes(params['history_id'] ?? '');
        return ok(historyResponse(await resends.resend(principal.actor, params.account_id, id)));
      },
    }),
    route({
      method: 'POST',
      path: `${base}/:history_id/retry`,
      operation: 'notification-history-retry',
      summary: 'Try a waiting notification at once, without waiting for its next attempt',
      access: writeAccess,
      params: Type.Object({ history_id: PathId }),
      response: HistoryResponse,
      async handle({ params, principal }) {
        const id = withoutDashes(params['history_id'] ?? '');
        return ok(historyResponse(await resends.retry(principal.actor, params.account_id, id)));
      },
    }),
  ];
}

function timesOf(query: HistoryParameters) {
  return { since: timeOf(query, 'since'), before: timeOf(query, 'before') };
}

function timeOf(query: HistoryParameters, name: 'since' | 'before'): number | undefined {
  const text = query[name];
  if (text === undefined) return undefined;
  const time = parseTimestamp(text);
  if (time !== undefined) return time;
  const problem = `the parameter "${name}" must be a time such as 2026-11-16T09:30:00Z`;
  throw new ApiError('invalidQuery', { problem });
}
