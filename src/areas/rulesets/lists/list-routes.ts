import { limits } from '../../../catalogs/limits.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ok, okSlice, type PathParams, type Route, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { RulesetsDatabase, RulesetsTables } from '../rulesets-tables.ts';
import { ineffectiveMembers } from './ineffective-members.ts';
import type { ListItemService } from './list-item-service.ts';
import type { ItemValue, ListRecord } from './list-model.ts';
import {
  ItemResponse,
  ItemsBody,
  ItemsDeleteBody,
  itemResponse,
  ListBody,
  ListResponse,
  OperationResponse,
  OperationStarted,
  operationResponse,
} from './list-schema.ts';
import { listStore } from './list-store.ts';

const base = '/accounts/:account_id/rules/lists';
const tag = 'Lists';
/** Fits many thousand redirects. */
const BODY_BYTES = 8 * 1024 * 1024;

const ItemQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
  per_page: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
  search: Type.Optional(Type.String({ maxLength: 500 })),
});

export interface ListRoutesOptions {
  readonly database: RulesetsDatabase;
  readonly lists: ResourceService<ListRecord, AccountScope, RulesetsTables>;
  readonly items: ListItemService;
}

export function listRoutes({ database, lists, items }: ListRoutesOptions): Route[] {
  return [
    ...resourceRoutes({
      resources: lists,
      tag,
      operations: 'lists',
      base,
      idParam: 'list_id',
      document: ListBody,
      response: ListResponse,
      writes: { PUT: 'merge' },
      deletion: 'id',
      scopeOf: accountOfPath,
      async list(scope) {
        const all = await listStore.all(database.read, scope);
        return { items: all, totalCount: all.length, page: 1, perPage: limits.listsPerAccount };
      },
    }),
    ...itemRoutes(items),
  ];
}

function itemRoutes(items: ListItemService): Route[] {
  const route = routeTable({ tag, service: 'product' });
  const read = { kind: 'capability', capability: 'list:read' } as const;
  const write = { kind: 'capability', capability: 'list:write' } as const;
  const path = `${base}/:list_id/items`;
  const writing = {
    path,
    access: write,
    response: OperationStarted,
    bodyBytes: BODY_BYTES,
  } as const;
  const listOf = (params: PathParams) => params['list_id'] ?? '';
  const started = (operationId: string, sent: readonly ItemValue[] = []) =>
    ok({ operation_id: operationId }, ineffectiveMembers(sent));
  return [
    route({
      method: 'GET',
      path,
      operation: 'list-items-list',
      summary:
        'List the items of a list. A search finds addresses that begin with the text, host names and redirects that contain it, and networks with exactly this number',
      access: read,
      query: ItemQuery,
      response: ItemResponse,
      list: 'cursor',
      async handle({ params, query }) {
        const { cursor, per_page: perPage, search } = query;
        const page = { after: readCursor(cursor), limit: perPage + 1, search };
        const found = await items.page(accountOfPath({ params }), listOf(params), page);
        const shown = found.slice(0, perPage);
        const after = found.length > perPage ? writeCursor(shown.at(-1)?.seq ?? 0) : undefined;
        return okSlice(shown.map(itemResponse), perPage, after);
      },
    }),
    route({
      ...writing,
      method: 'POST',
      operation: 'list-items-append',
      summary: 'Add items to a list, or update existing ones',
      body: ItemsBody,
      async handle({ params, body, principal }) {
        const sent = (body ?? []) as readonly ItemValue[];
        const scope = accountOfPath({ params });
        return started(await items.append(principal.actor, scope, listOf(params), sent), sent);
      },
    }),
    route({
      ...writing,
      method: 'PUT',
      operation: 'list-items-replace',
      summary: 'Replace all items of a list',
      body: ItemsBody,
      async handle({ params, body, principal }) {
        const sent = (body ?? []) as readonly ItemValue[];
        const scope = accountOfPath({ params });
        return started(await items.replace(principal.actor, scope, listOf(params), sent), sent);
      },
    }),
    route({
      ...writing,
      method: 'DELETE',
      operation: 'list-items-delete',
      summary: 'Delete items of a list',
      body: ItemsDeleteBody,
      async handle({ params, body, principal }) {
        const ids = body.items.map(({ id }) => id);
        const scope = accountOfPath({ params });
        return started(await items.remove(principal.actor, scope, listOf(params), ids));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:item_id`,
      operation: 'list-items-get',
      summary: 'Read an item of a list',
      access: read,
      response: ItemResponse,
      async handle({ params }) {
        const id = params['item_id'] ?? '';
        return ok(itemResponse(await items.get(accountOfPath({ params }), listOf(params), id)));
      },
    }),
    route({
      method: 'GET',
      path: `${base}/bulk_operations/:operation_id`,
      operation: 'list-operations-get',
      summary:
        'Get the status of an operation on items. Operations are complete when their response is sent',
      access: read,
      response: OperationResponse,
      async handle({ params }) {
        const id = params['operation_id'] ?? '';
        return ok(operationResponse(id, await items.completedAt(accountOfPath({ params }), id)));
      },
    }),
  ];
}

/** A cursor is opaque to clients; it contains the number of the last item of the page. */
const writeCursor = (seq: number): string => Buffer.from(String(seq)).toString('base64url');

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new ApiError('invalidQuery', { problem: 'the parameter "cursor" is none of this list' });
  }
  return Number(text);
}
