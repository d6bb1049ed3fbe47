import { ApiError } from '../../../http/api-error.ts';
import { DirectionQuery } from '../../../http/common-schema.ts';
import { okSlice, type Route, routeTable } from '../../../http/route.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import {
  type AuditLogFilter,
  type AuditLogReadModel,
  auditLogFilterNames,
} from './audit-log-read-model.ts';
import { AuditLogResponse, auditLogResponse } from './audit-log-schema.ts';
import { readAuditTime } from './audit-routes.ts';

const Time = Type.Optional(Type.String({ maxLength: 40 }));
const Values = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { minItems: 1, maxItems: 50 }),
);

const filterQuery = Object.fromEntries(
  auditLogFilterNames.flatMap((name) => [
    [name, Values],
    [`${name}.not`, Values],
  ]),
);

const ListQuery = Type.Object({
  since: Time,
  before: Time,
  direction: DirectionQuery('desc'),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
});

/** The audit log in its newer form: more about the actor, filters that exclude, slices instead of pages. */
export function auditLogRoutes(audit: AuditLogReadModel): Route[] {
  const route = routeTable({
    tag: 'Audit log',
    service: 'product',
    unknownParameters: 'refuse',
  });
  return [
    route({
      method: 'GET',
      path: '/accounts/:account_id/logs/audit',
      operation: 'account-logs-audit-list',
      summary: 'List who changed what in an account, newest first, with more about the actors',
      access: { kind: 'capability', capability: 'account:read', forDeleted: true },
      query: Type.Object({ ...ListQuery.properties, ...filterQuery }),
      response: AuditLogResponse,
      list: 'cursor',
      async handle({ params, query }) {
        const { since, before, direction, limit, cursor } = query as Static<typeof ListQuery>;
        const rows = await audit.list({
          accountId: params.account_id,
          filters: filtersOf(query),
          since: readAuditTime('since', since),
          before: readAuditTime('before', before),
          direction,
          after: readCursor(cursor),
          // One entry more than requested shows whether there is a next slice.
          limit: limit + 1,
        });
        const shown = rows.slice(0, limit);
        const after = rows.length > limit ? String(shown.at(-1)?.seq) : undefined;
        return okSlice(shown.map(auditLogResponse), limit, after);
      },
    }),
  ];
}

function filtersOf(query: Readonly<Record<string, unknown>>): AuditLogFilter[] {
  return auditLogFilterNames.flatMap((name) =>
    [name, `${name}.not`].flatMap((parameter): AuditLogFilter[] => {
      const values = query[parameter] as readonly string[] | undefined;
      return values ? [{ name, values, isNegated: parameter !== name }] : [];
    }),
  );
}

function readCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined || cursor === '') return undefined;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  const problem = 'the parameter "cursor" must be a cursor from an earlier response';
  throw new ApiError('invalidQuery', { problem });
}
