import { LONGEST_URL } from '../../../contracts/events/page-observation.ts';
import { policyHeaders } from '../../../contracts/snapshot/page-monitoring-section.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { isHostOf } from '../../../kernel/host-name.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { invalidQuery } from '../page-monitoring-errors.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { settingsStore } from '../settings/settings-store.ts';
import { decisionsOn, outcomesFor, type ResourceType } from './effective-policy-model.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import type { PolicyStore } from './policy-store.ts';

const Text = Type.String();
const bounds = { minLength: 1, maxLength: LONGEST_URL };

const Query = Type.Object({
  url: Type.String({ ...bounds, examples: ['https://www.shop.test/'] }),
  resource: Type.Optional(Type.String(bounds)),
  type: Type.Enum(['script', 'connection'], { default: 'script' }),
});

const Response = Type.Object({
  url: Text,
  headers: Type.Array(Type.Object({ policy_id: Text, name: Text, value: Text })),
  policies: Type.Array(
    Type.Object({
      id: Text,
      description: Text,
      action: Text,
      applies: Type.Enum(['yes', 'no', 'depends']),
      depends_on: Type.Array(Text),
    }),
  ),
  resource: Type.Optional(
    Type.Object({
      url: Text,
      type: Text,
      is_blocked: Type.Boolean(),
      is_reported: Type.Boolean(),
      decisions: Type.Array(
        Type.Object({
          policy_id: Text,
          directive: Type.Union([Text, Type.Null()]),
          is_covered: Type.Boolean(),
        }),
      ),
    }),
  ),
});

export interface EffectivePolicyOptions {
  readonly database: PageMonitoringDatabase;
  readonly store: PolicyStore;
  readonly conditions: PolicyConditions;
  readonly findZone: ZoneFinder;
}

/** Shows which policies apply to a page, without requesting it. Policies in headers of the origin are unknown. */
export function effectivePolicyRoutes(options: EffectivePolicyOptions): Route[] {
  const { database, store, conditions, findZone } = options;
  const route = routeTable({ tag: 'Page policies', service: 'product' });
  return [
    route({
      method: 'GET',
      path: '/zones/:zone_id/page_shield/effective_policy',
      operation: 'page-effective-policy',
      summary: 'Show which policies apply to a page, and whether they allow a resource on it',
      access: { kind: 'capability', capability: 'page-monitoring:read' },
      query: Query,
      response: Response,
      async handle({ params, query }) {
        const page = urlOf('url', query.url, ['http:', 'https:']);
        const zone = await findZone(params.zone_id);
        if (!isHostOf(page.hostname, zone.name)) {
          throw invalidQuery('url', `must be a page of the zone ${zone.name}`);
        }
        const settings = await settingsStore.find(database.read, zone.id);
        const isSwitchedOff = settings?.enabled === false;
        const all = isSwitchedOff ? [] : await store.list(database.read, zone.id);
        const outcomes = outcomesFor(all, page, conditions);
        const applicable = outcomes
          .filter(({ applies }) => applies === 'yes')
          .map((each) => each.policy);
        const type = query.type as ResourceType;
        const resource =
          query.resource === undefined ? undefined : urlOf('resource', query.resource);
        const decisions = resource && decisionsOn(applicable, type, resource, page);
        const refusing = (decisions ?? []).filter(({ isCovered }) => !isCovered);
        const actionOf = (id: string) =>
          applicable.find((policy) => policy.id === id)?.document.action;
        return ok({
          url: page.href,
          headers: applicable.map(({ id, document }) => ({
            policy_id: id,
            name: policyHeaders[document.action],
            value: document.value,
          })),
          policies: outcomes.map(({ policy, applies, dependsOn }) => ({
            id: policy.id,
            description: policy.document.description,
            action: policy.document.action,
            applies,
            depends_on: dependsOn,
          })),
          ...(resource &&
            decisions && {
              resource: {
                url: resource.href,
                type,
                is_blocked: refusing.some(({ policyId }) => actionOf(policyId) === 'allow'),
                is_reported: refusing.length > 0,
                decisions: decisions.map(({ policyId, directive, isCovered }) => ({
                  policy_id: policyId,
                  directive: directive ?? null,
                  is_covered: isCovered,
                })),
              },
            }),
        });
      },
    }),
  ];
}

function urlOf(name: string, text: string, schemes?: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && (schemes?.includes(url.protocol) ?? true)) return url;
  throw invalidQuery(name, 'must be an absolute URL, such as https://www.example.com/checkout');
}
