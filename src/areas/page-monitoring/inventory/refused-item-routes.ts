import { ok, type Route, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { toSecondText } from '../../../kernel/timestamp.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { refusedItemStore } from './refused-item-store.ts';

const Response = Type.Array(
  Type.Object({
    day: Type.String(),
    type: Type.Enum(['script', 'connection', 'cookie']),
    count: Type.Integer(),
  }),
);

export interface RefusedItemRoutesOptions {
  readonly database: PageMonitoringDatabase;
  readonly findZone: ZoneFinder;
}

/** Shows whether the inventory is complete. */
export function refusedItemRoutes({ database, findZone }: RefusedItemRoutesOptions): Route[] {
  const route = routeTable({ tag: 'Page monitoring', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/page_shield/refused_items',
      operation: 'page-refused-items',
      summary:
        'Count the new items that were not stored because the quota of the zone was used up, by day',
      access: { kind: 'capability', capability: 'page-monitoring:read' },
      response: Response,
      async handle({ params }) {
        const { id } = await findZone(params.zone_id);
        const refused = await refusedItemStore.ofZone(database.read, id);
        return ok(
          refused.map(({ dayAt, kind, count }) => ({
            day: toSecondText(dayAt).slice(0, 10),
            type: kind,
            count,
          })),
        );
      },
    }),
  ];
}
