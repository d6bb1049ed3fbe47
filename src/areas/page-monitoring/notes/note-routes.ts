import { hasPageFeature } from '../../../catalogs/page-features.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { TableCell } from '../../../http/csv.ts';
import { noContent, ok, okLines, okTable, type Route, routeTable } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import type { ZoneFinder, ZoneScope } from '../../../resources/scope.ts';
import { toItemQuery } from '../inventory/item-list-schema.ts';
import { itemStatuses, statusOf } from '../inventory/item-model.ts';
import type { ItemDetails, ItemReadModel } from '../inventory/item-read-model.ts';
import { itemRouteEntries } from '../inventory/item-routes.ts';
import { exportedItem } from '../inventory/item-schema.ts';
import { notFound, requireFeature } from '../page-monitoring-errors.ts';
import { type Content, NoteBody, NoteResponse, noteResponse, toNoteChange } from './note-schema.ts';
import type { NoteService } from './note-service.ts';

export interface NoteRoutesOptions {
  readonly items: ItemReadModel;
  readonly notes: NoteService;
  readonly findZone: ZoneFinder;
  readonly clock: Clock;
}

const read = { kind: 'capability', capability: 'page-monitoring:read' } as const;
const write = { kind: 'capability', capability: 'page-monitoring:write' } as const;
const route = routeTable({ tag: 'Page inventory', service: 'product' });

/** Notes on items, and an export of the inventory with them. */
export function noteRoutes(options: NoteRoutesOptions): Route[] {
  return [
    ...itemRouteEntries.flatMap((entry) => itemNoteRoutes(options, entry)),
    inventoryRoute(options),
  ];
}

function itemNoteRoutes(
  { items, notes, findZone }: NoteRoutesOptions,
  { kind, segment, noun, feature }: (typeof itemRouteEntries)[number],
): Route[] {
  const path = `/zones/:zone_id/page_shield/${segment}/:${kind}_id/note`;
  const locate = async (params: Readonly<Record<string, string>>) => {
    const zone = await findZone(params['zone_id'] ?? '');
    if (feature) requireFeature(zone.plan, feature);
    const id = params[`${kind}_id`] ?? '';
    const details = await items.find(zone.id, kind, id);
    if (!details) throw notFound(noun, id);
    return { zone, id, content: contentOf(details, zone) };
  };
  return [
    route({
      method: 'GET',
      path,
      operation: `page-${segment}-note-get`,
      summary: `Read the note on a ${kind}`,
      access: read,
      response: NoteResponse,
      async handle({ params }) {
        const { zone, id, content } = await locate(params);
        return ok(noteResponse(await notes.find(zone, id), content));
      },
    }),
    route({
      method: 'PUT',
      path,
      operation: `page-${segment}-note-change`,
      summary: `Write owner, justification and decision of a ${kind}; omitted members keep their values`,
      access: write,
      body: NoteBody,
      response: NoteResponse,
      async handle({ params, principal, body }) {
        const { zone, id, content } = await locate(params);
        const { hash: expected } = body;
        if (expected !== undefined && content && expected !== content.hash) {
          throw new ApiError('pageContentChanged', { hash: content.hash ?? 'none' });
        }
        const change = toNoteChange(body);
        const note = await notes.change(principal.actor, zone, id, change, content?.hash);
        return ok(noteResponse(note, content));
      },
    }),
    route({
      method: 'DELETE',
      path,
      operation: `page-${segment}-note-delete`,
      summary: `Delete the note on a ${kind}`,
      access: write,
      async handle({ params, principal }) {
        const { zone, id } = await locate(params);
        await notes.delete(principal.actor, zone, id);
        return noContent;
      },
    }),
  ];
}

function contentOf({ item, script }: ItemDetails, { plan }: ZoneScope): Content | undefined {
  if (item.kind !== 'script' || !hasPageFeature(plan, 'maliciousCode')) return undefined;
  return { hash: script?.hash ?? undefined };
}

const Text = Type.String();
const InventoryItem = Type.Object({
  type: Text,
  id: Text,
  name: Text,
  host: Text,
  status: Text,
  first_seen_at: Text,
  last_seen_at: Text,
  page_urls: Type.Array(Text),
  hash: Type.Union([Text, Type.Null()]),
  js_integrity_score: Type.Union([Type.Integer(), Type.Null()]),
  domain_reported_malicious: Type.Boolean(),
  url_reported_malicious: Type.Boolean(),
  ...NoteResponse.properties,
});
type InventoryRow = Static<typeof InventoryItem>;
const columns = Object.keys(InventoryItem.properties);

/** All items with their notes: the inventory that PCI DSS requires. */
function inventoryRoute({ items, notes, findZone, clock }: NoteRoutesOptions): Route {
  async function* rows(zone: ZoneScope): AsyncGenerator<InventoryRow> {
    const noted = await notes.ofZone(zone.id);
    const context = { plan: zone.plan, now: clock.now() };
    for (const { kind, feature } of itemRouteEntries) {
      if (feature && !hasPageFeature(zone.plan, feature)) continue;
      for await (const details of items.all(wholeList(zone.id, kind))) {
        const { item } = details;
        const shown = exportedItem(details, context) as Partial<InventoryRow>;
        yield {
          type: kind,
          id: item.id,
          name: item.name,
          host: item.host,
          status: statusOf(item, context.now) ?? 'inactive',
          first_seen_at: shown.first_seen_at ?? '',
          last_seen_at: shown.last_seen_at ?? '',
          page_urls: shown.page_urls ?? [],
          hash: shown.hash ?? null,
          js_integrity_score: shown.js_integrity_score ?? null,
          domain_reported_malicious: shown.domain_reported_malicious ?? false,
          url_reported_malicious: shown.url_reported_malicious ?? false,
          ...noteResponse(noted.get(item.id), contentOf(details, zone)),
        };
      }
    }
  }

  return route({
    method: 'GET',
    path: '/zones/:zone_id/page_shield/inventory',
    operation: 'page-inventory-export',
    summary:
      'Export the items of a zone with their notes, as JSON lines or CSV (export=csv): up to 50,000 of each kind, the most recently observed first',
    access: read,
    query: Type.Object({ export: Type.Optional(Type.Enum(['csv'])) }),
    response: InventoryItem,
    list: 'lines',
    csv: true,
    async handle({ params, query }) {
      const zone = await findZone(params.zone_id);
      requireFeature(zone.plan, 'export');
      if (!query.export) return okLines(rows(zone));
      return okTable('inventory.csv', columns, cells(rows(zone)));
    },
  });
}

async function* cells(rows: AsyncIterable<InventoryRow>): AsyncGenerator<TableCell[]> {
  for await (const row of rows) {
    const members: Readonly<Record<string, unknown>> = row;
    yield columns.map((column) => members[column] as TableCell);
  }
}

function wholeList(zoneId: string, kind: (typeof itemRouteEntries)[number]['kind']) {
  return toItemQuery(zoneId, kind, {
    status: itemStatuses.join(),
    order_by: 'last_seen_at',
    direction: 'desc',
    page: 'all',
    per_page: 100,
    prioritize_malicious: false,
    exclude_cdn_cgi: false,
  });
}
