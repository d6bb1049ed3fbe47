import { Type } from 'typebox';
import { hasPageFeature } from '../../catalogs/page-features.ts';
import { ok, type Route, routeTable } from '../../http/route.ts';
import { toItemQuery } from './item-list-schema.ts';
import type { ItemKind, PageItem } from './item-model.ts';
import type { ItemReadModel } from './item-read-model.ts';
import type { NoteService } from './note-service.ts';
import { type SuggestionDetail, suggestPolicy } from './policy-suggestion-model.ts';
import type { ZoneFinder } from './zone-scope.ts';

const Text = Type.String();

const Query = Type.Object({
  hosts: Type.Optional(Type.String({ maxLength: 8192 })),
  status: Type.String({ maxLength: 100, default: 'active' }),
  detail: Type.Enum(['host', 'url'], { default: 'host' }),
});

const Response = Type.Object({
  value: Text,
  is_complete: Type.Boolean(),
  items: Type.Integer(),
  left_out: Type.Array(Type.Object({ url: Text, reason: Text })),
});

const MOST_LEFT_OUT = 100;

export interface SuggestionOptions {
  readonly items: ItemReadModel;
  readonly notes: NoteService;
  readonly findZone: ZoneFinder;
}

/** A policy made from what was seen: a start to be read and tried with the action `log`. */
export function policySuggestionRoutes({ items, notes, findZone }: SuggestionOptions): Route[] {
  const route = routeTable({ tag: 'Page policies', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/page_shield/policy_suggestion',
      operation: 'page-policy-suggestion',
      summary: 'A policy value that covers what was seen, without what is malicious or rejected',
      access: { kind: 'capability', capability: 'page-monitoring:read' },
      query: Query,
      response: Response,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const seen: PageItem[] = [];
        const kinds = [
          'script',
          ...(hasPageFeature(zone.plan, 'connections') ? ['connection'] : []),
        ];
        for (const kind of kinds as ItemKind[]) {
          const wanted = toItemQuery(zone.id, kind, {
            ...query,
            order_by: 'last_seen_at',
            direction: 'desc',
            page: 'all',
            per_page: 100,
            prioritize_malicious: false,
            exclude_cdn_cgi: false,
          });
          for await (const { item } of items.all(wanted)) seen.push(item);
        }
        const rejected = await notes.rejected(zone.id);
        const suggestion = suggestPolicy(seen, rejected, query.detail as SuggestionDetail);
        return ok({
          value: suggestion.value,
          is_complete: suggestion.isComplete,
          items: suggestion.items,
          left_out: suggestion.leftOut.slice(0, MOST_LEFT_OUT),
        });
      },
    }),
  ];
}
