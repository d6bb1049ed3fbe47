import { limits } from '../../../catalogs/limits.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { newDocument } from '../../../resources/document-write.ts';
import { resourceRoutes } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { noSettings } from '../packages/package-model.ts';
import type { PreviousFirewallReadModel } from '../previous-firewall-read-model.ts';
import type { PreviousFirewallDatabase } from '../previous-firewall-tables.ts';
import { invalid } from './override-check.ts';
import type { OverrideService } from './override-kind.ts';
import type { UriOverrideDocument } from './override-model.ts';
import { overrideNotices } from './override-notices.ts';
import { OverridePreviewResponse, overridePreview } from './override-preview.ts';
import {
  OverrideBody,
  OverrideReplacement,
  OverrideResponse,
  overrideResponse,
} from './override-schema.ts';
import { overrideStore } from './override-store.ts';

export interface OverrideRoutesOptions {
  readonly database: PreviousFirewallDatabase;
  readonly overrides: OverrideService;
  readonly firewalls: PreviousFirewallReadModel;
  readonly findZone: ZoneFinder;
}

const base = '/zones/:zone_id/firewall/waf/overrides';
const one = `${base}/:override_id`;
const tag = 'URI overrides';
const off = { packages: noSettings, isOn: false };
const bounds = { default: 50, min: 5, max: limits.uriOverridesPerZone };

export function overrideRoutes(options: OverrideRoutesOptions): Route[] {
  const { database, overrides, findZone } = options;
  return [
    ...resourceRoutes({
      resources: overrides,
      tag,
      operations: 'waf-overrides',
      base,
      idParam: 'override_id',
      document: OverrideBody,
      response: OverrideResponse,
      writes: {},
      deletion: 'id',
      noticesOf: (document, { name }) => overrideNotices(document, name),
      listQuery: Type.Object(pagingQuery(bounds)),
      scopeOf: ({ params }) => findZone(params.zone_id),
      list: (zone, query) =>
        overrideStore.list(database.read, zone, {
          ...toPageRequest(query),
          orderBy: ['created_at', 'id'],
        }),
    }),
    replaceRoute(options),
    previewRoute(options),
  ];
}

const route = routeTable({ tag, service: 'product' });

/** A route of its own, because a replacement requires members that a creation does not. */
function replaceRoute({ overrides, findZone }: OverrideRoutesOptions): Route {
  return route({
    method: 'PUT',
    path: one,
    operation: 'waf-overrides-replace',
    summary: 'Replace a URI override: members that are left out get their defaults',
    access: { kind: 'capability', capability: overrides.kind.write },
    body: OverrideReplacement,
    response: OverrideResponse,
    async handle({ params, principal, body }) {
      const zone = await findZone(params.zone_id);
      const { id, ...document } = body;
      if (id !== params['override_id']) throw invalid('The id must be that of the path', '/id');
      const replaced = newDocument<UriOverrideDocument>(document);
      const changed = await overrides.change(principal.actor, zone, id, () => replaced);
      return ok(overrideResponse(changed), overrideNotices(replaced, zone.name));
    },
  });
}

function previewRoute({ overrides, firewalls, findZone }: OverrideRoutesOptions): Route {
  return route({
    method: 'GET',
    path: `${one}/preview`,
    operation: 'waf-overrides-preview',
    summary: 'Show the rules of a ruleset that would replace a URI override',
    access: { kind: 'capability', capability: overrides.kind.read },
    response: OverridePreviewResponse,
    async handle({ params }) {
      const zone = await findZone(params.zone_id);
      const override = await overrides.get(zone, params['override_id'] ?? '');
      const { packages, isOn } = (await firewalls.find(zone.id)) ?? off;
      return ok(overridePreview(override, packages, isOn));
    },
  });
}
