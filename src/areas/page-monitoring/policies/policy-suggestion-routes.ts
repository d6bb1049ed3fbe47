import { hasPageFeature } from '../../../catalogs/page-features.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { toItemQuery } from '../inventory/item-list-schema.ts';
import { hasFact, type ItemKind, itemStatuses, type PageItem } from '../inventory/item-model.ts';
import type { ItemReadModel } from '../inventory/item-read-model.ts';
import type { ItemQuery } from '../inventory/item-scan.ts';
import type { NoteService } from '../notes/note-service.ts';
import { type SuggestionDetail, suggestPolicy, type Unwanted } from './policy-suggestion-model.ts';

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
const TOO_RARE = 'fewer than three visitors have reported it';
const kinds = ['script', 'connection'] as const;

export interface SuggestionOptions {
  readonly items: ItemReadModel;
  readonly notes: NoteService;
  readonly findZone: ZoneFinder;
}

/** Suggests a policy from observed items, to be reviewed and tested with the action `log`. */
export function policySuggestionRoutes({ items, notes, findZone }: SuggestionOptions): Route[] {
  /** Unwanted items of any status and host: recently injected code is still infrequent. */
  async function unwantedOf(zoneId: string): Promise<Unwanted[]> {
    const unwanted: Unwanted[] = [];
    for (const kind of kinds) {
      const all = listOf(zoneId, kind, { status: itemStatuses.join() }, true);
      for await (const { item } of items.all(all)) {
        if (!hasFact(item.class, 'malicious')) break;
        unwanted.push({ item, reason: 'it is malicious' });
      }
    }
    const rejected = await items.byIds([...(await notes.rejected(zoneId))]);
    return [...unwanted, ...rejected.map((item) => ({ item, reason: 'it was rejected' }))];
  }

  const route = routeTable({ tag: 'Page policies', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/page_shield/policy_suggestion',
      operation: 'page-policy-suggestion',
      summary:
        'Suggest a policy value that covers the observed items, except malicious and rejected ones',
      access: { kind: 'capability', capability: 'page-monitoring:read' },
      query: Query,
      response: Response,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const watched = kinds.filter(
          (kind) => kind === 'script' || hasPageFeature(zone.plan, 'connections'),
        );
        const seen: PageItem[] = [];
        for (const kind of watched) {
          for await (const { item } of items.all(listOf(zone.id, kind, query))) seen.push(item);
        }
        // A single visitor could otherwise forge a part of the policy.
        const { trusted = [], rare = [] } = Object.groupBy(seen, (item) =>
          hasFact(item.class, 'frequent') ? 'trusted' : 'rare',
        );
        const unwanted = await unwantedOf(zone.id);
        const suggestion = suggestPolicy(trusted, unwanted, query.detail as SuggestionDetail);
        const leftOut = [
          ...suggestion.leftOut,
          ...rare.map(({ name }) => ({ url: name, reason: TOO_RARE })),
        ];
        return ok({
          value: suggestion.value,
          is_complete: suggestion.isComplete,
          items: suggestion.items,
          left_out: leftOut.slice(0, MOST_LEFT_OUT),
        });
      },
    }),
  ];
}

function listOf(
  zoneId: string,
  kind: ItemKind,
  { hosts, status }: { readonly hosts?: string; readonly status: string },
  maliciousFirst = false,
): ItemQuery {
  return toItemQuery(zoneId, kind, {
    ...(hosts !== undefined && { hosts }),
    status,
    order_by: 'last_seen_at',
    direction: 'desc',
    page: 'all',
    per_page: 100,
    prioritize_malicious: maliciousFirst,
    exclude_cdn_cgi: false,
  });
}
