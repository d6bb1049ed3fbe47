import { ApiError } from '../../../http/api-error.ts';
import { DirectionQuery } from '../../../http/common-schema.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Principal } from '../../../http/principal.ts';
import { okPage, type Route, routeTable } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { parseTimestamp } from '../../../kernel/timestamp.ts';
import type { AuditQuery, AuditReadModel } from './audit-read-model.ts';
import { AuditEntryResponse, auditEntryResponse } from './audit-schema.ts';

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }));
const Time = Type.Optional(Type.String({ maxLength: 40 }));

const AuditListQuery = Type.Object({
  ...pagingQuery({ default: 100, min: 1, max: 1000 }),
  id: Text,
  'actor.email': Text,
  'actor.ip': Text,
  'action.type': Text,
  'zone.name': Text,
  since: Time,
  before: Time,
  hide_user_logs: Type.Boolean({ default: false }),
  direction: DirectionQuery('desc'),
});

export function auditRoutes(audit: AuditReadModel): Route[] {
  const route = routeTable({ tag: 'Audit log', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/accounts/:account_id/audit_logs',
      operation: 'account-audit-logs-list',
      summary: 'List who changed what in an account, newest first',
      access: { kind: 'capability', capability: 'account:read', forDeleted: true },
      query: AuditListQuery,
      response: AuditEntryResponse,
      list: true,
      async handle({ params, query, principal }) {
        // Entries of the user are only visible to callers that may read the user.
        const withUserEntries = !query.hide_user_logs && readsItsUser(principal);
        const scope = { accountId: params.account_id, withUserEntries };
        return okPage(mapPage(await audit.list(scope, toAuditQuery(query)), auditEntryResponse));
      },
    }),
    route({
      method: 'GET',
      path: '/user/audit_logs',
      operation: 'user-audit-logs-list',
      summary: 'List changes to users and their tokens, newest first',
      access: { kind: 'capability', capability: 'user:read' },
      query: AuditListQuery,
      response: AuditEntryResponse,
      list: true,
      async handle({ query }) {
        return okPage(mapPage(await audit.list('user', toAuditQuery(query)), auditEntryResponse));
      },
    }),
  ];
}

function readsItsUser(principal: Principal): boolean {
  const { userId } = principal;
  return userId !== undefined && principal.allows('user:read', { type: 'user', userId });
}

function toAuditQuery(query: Static<typeof AuditListQuery>): AuditQuery {
  return {
    ...toPageRequest(query),
    id: query.id,
    actorEmail: query['actor.email']?.toLowerCase(),
    actorIp: query['actor.ip'],
    actionType: query['action.type'],
    zoneName: query['zone.name'],
    since: readAuditTime('since', query.since),
    before: readAuditTime('before', query.before),
    direction: query.direction,
  };
}

/** A date without a time means the start of that day. */
export function readAuditTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTimestamp(text.length === 10 ? `${text}T00:00:00Z` : text);
  if (time !== undefined) return time;
  const problem = `the parameter "${name}" must be a day or a time, such as 2026-01-31 or 2026-01-31T12:00:00Z`;
  throw new ApiError('invalidQuery', { problem });
}
