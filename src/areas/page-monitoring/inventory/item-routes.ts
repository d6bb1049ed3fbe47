import type { PageFeature } from '../../../catalogs/page-features.ts';
import type { TableCell } from '../../../http/csv.ts';
import { ok, okPage, okTable, type Route, routeTable } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { mapPage } from '../../../kernel/page.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { type ItemNoun, notFound, requireFeature } from '../page-monitoring-errors.ts';
import { type ListQuery, listQueries, toItemPage, toItemQuery } from './item-list-schema.ts';
import type { ItemKind } from './item-model.ts';
import type { ItemDetails, ItemReadModel } from './item-read-model.ts';
import {
  detailResponse,
  detailResponses,
  exportColumns,
  exportedItem,
  itemResponse,
  itemResponses,
  ReasonsResponse,
  type ResponseContext,
  reasonsResponse,
} from './item-schema.ts';

interface ItemRoutesEntry {
  readonly kind: ItemKind;
  readonly segment: string;
  readonly noun: ItemNoun;
  /** The feature that the plan of the zone must include. */
  readonly feature: PageFeature | undefined;
}

export const itemRouteEntries: readonly ItemRoutesEntry[] = [
  { kind: 'script', segment: 'scripts', noun: 'Script', feature: undefined },
  { kind: 'connection', segment: 'connections', noun: 'Connection', feature: 'connections' },
  { kind: 'cookie', segment: 'cookies', noun: 'Cookie', feature: 'cookies' },
];

export interface ItemRoutesOptions {
  readonly items: ItemReadModel;
  readonly findZone: ZoneFinder;
  readonly clock: Clock;
}

/** Items result from observations, so they are read-only. */
export function itemRoutes(options: ItemRoutesOptions): Route[] {
  const ofKinds = itemRouteEntries.flatMap((entry) => [
    listRoute(options, entry),
    oneRoute(options, entry),
  ]);
  return [...ofKinds, reasonsRoute(options)];
}

const route = routeTable({ tag: 'Page monitoring', service: 'product' });
const access = { kind: 'capability', capability: 'page-monitoring:read' } as const;

function listRoute({ items, findZone, clock }: ItemRoutesOptions, entry: ItemRoutesEntry): Route {
  const { kind, segment, feature } = entry;
  return route({
    method: 'GET',
    path: `/zones/:zone_id/page_shield/${segment}`,
    operation: `page-${segment}-list`,
    summary: `List ${segment} that were observed on pages of a zone`,
    access,
    query: listQueries[kind],
    response: itemResponses[kind],
    list: true,
    csv: true,
    async handle({ params, query: sent }) {
      const { plan, id } = await findZone(params.zone_id);
      // The query was validated against the schema of this kind.
      const query = sent as ListQuery;
      if (feature) requireFeature(plan, feature);
      if (query.page_url !== undefined) requireFeature(plan, 'attribution');
      if (query.export) requireFeature(plan, 'export');
      const wanted = toItemQuery(id, kind, query);
      const context = { plan, now: clock.now() };
      if (query.export) {
        const rows = exportRows(items.all(wanted), exportColumns[kind], context);
        return okTable(`${segment}.csv`, exportColumns[kind], rows);
      }
      const page = toItemPage(query);
      const found = page ? await items.list(wanted, page) : await items.listAll(wanted);
      return okPage(mapPage(found, (details) => itemResponse(details, context)));
    },
  });
}

function oneRoute({ items, findZone, clock }: ItemRoutesOptions, entry: ItemRoutesEntry): Route {
  const { kind, segment, noun, feature } = entry;
  return route({
    method: 'GET',
    path: `/zones/:zone_id/page_shield/${segment}/:${kind}_id`,
    operation: `page-${segment}-get`,
    summary: `Read a ${kind} that was observed on pages of a zone`,
    access,
    response: detailResponses[kind],
    async handle({ params }) {
      const zone = await findZone(params.zone_id);
      if (feature) requireFeature(zone.plan, feature);
      const id = params[`${kind}_id`] ?? '';
      const details = await items.find(zone.id, kind, id);
      if (!details) throw notFound(noun, id);
      const versions = kind === 'script' ? await items.versions(id) : [];
      return ok(detailResponse(details, versions, { plan: zone.plan, now: clock.now() }));
    },
  });
}

/** The reasons for the scores of a script. A route of its own, since clients expect the public members of a script. */
function reasonsRoute({ items, findZone }: ItemRoutesOptions): Route {
  return route({
    method: 'GET',
    path: '/zones/:zone_id/page_shield/scripts/:script_id/reasons',
    operation: 'page-scripts-reasons',
    summary: 'Get the reasons for the scores of a script, the most severe first',
    access,
    response: ReasonsResponse,
    async handle({ params }) {
      const zone = await findZone(params.zone_id);
      requireFeature(zone.plan, 'maliciousCode');
      const id = params['script_id'] ?? '';
      const details = await items.find(zone.id, 'script', id);
      if (!details) throw notFound('Script', id);
      return ok(reasonsResponse(details));
    },
  });
}

async function* exportRows(
  items: AsyncIterable<ItemDetails>,
  columns: readonly string[],
  context: ResponseContext,
): AsyncGenerator<TableCell[]> {
  for await (const details of items) {
    const row: Readonly<Record<string, unknown>> = exportedItem(details, context);
    yield columns.map((column) => row[column] as TableCell);
  }
}
