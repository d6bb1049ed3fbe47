import { routeTable } from '../../http/route.ts';
import { HEX_ID_TEXT, UUID_PATTERN, withoutDashes } from '../../kernel/hex-id.ts';
import { type Page, pageOf } from '../../kernel/page.ts';
import { Type } from '../../kernel/schema.ts';
import type { IdFormat } from '../../resources/resource-routes.ts';

export const alertingBase = '/accounts/:account_id/alerting/v3';

export const alertingRoute = (tag: string) => routeTable({ tag, service: 'product' });

export const readAccess = { kind: 'capability', capability: 'notification:read' } as const;
export const writeAccess = { kind: 'capability', capability: 'notification:write' } as const;

/** Responses show ids without dashes. Clients may send them as UUIDs with dashes. */
export const PathId = Type.String({ pattern: UUID_PATTERN, 'x-expected': HEX_ID_TEXT });

export const alertingId: IdFormat = {
  schema: Type.String(),
  path: PathId,
  fromPath: withoutDashes,
  toResponse: (id) => id,
};

/** All items on one page, since clients do not page through these lists. */
export function wholeList<T>(items: readonly T[]): Page<T> {
  return pageOf(items, items.length, { page: 1, perPage: Math.max(items.length, 1) });
}
