import { IdResponse } from '../../../http/common-schema.ts';
import { gapNotices, tokenNotices } from '../../../http/gap-notices.ts';
import { ok, okPage, type Route, type RouteResult, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { changedDocument } from '../../../resources/document-write.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { bodyItems, Several } from '../body-items.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import { commonQuery, containsText, IdsQuery, isValue, pageIn } from '../list-query.ts';
import type { PreviousFirewallDatabase } from '../previous-firewall-tables.ts';
import { shownTo } from '../reader-response.ts';
import type { Filter } from './filter-model.ts';
import {
  FilterChange,
  FilterResponse,
  filterResponse,
  IdentifiedFilter,
  IdentifiedFilterChange,
  NewFilter,
} from './filter-schema.ts';
import type { FilterService } from './filter-service.ts';
import type { FilterStore } from './filter-store.ts';

const MOST_CREATED = 200;
const MOST_CHANGED = 25;

const ListQuery = Type.Object({
  ...commonQuery,
  expression: Type.Optional(Type.String()),
  ref: Type.Optional(Type.String()),
});

export interface FilterRoutesOptions {
  readonly database: PreviousFirewallDatabase;
  readonly filters: FilterService;
  readonly store: FilterStore;
  readonly conditions: ConditionLanguage;
  readonly findZone: ZoneFinder;
}

export function filterRoutes(options: FilterRoutesOptions): Route[] {
  const { database, filters, store, conditions, findZone } = options;
  const route = routeTable({ tag: 'Filters', service: 'product' });
  const path = '/zones/:zone_id/filters';
  const one = `${path}/:filter_id`;
  const read = { kind: 'capability', capability: 'firewall-service:read' } as const;
  const write = { kind: 'capability', capability: 'firewall-service:write' } as const;

  const notices = (written: readonly Filter[]) => {
    const texts = written.map(({ document }) => document.expression);
    const gaps = texts.map((text, n) => ({
      where: `filter ${n + 1}`,
      ...conditions.gapsIn(text),
    }));
    return [...gapNotices(gaps), ...tokenNotices(texts)];
  };
  const many = (written: readonly Filter[]): RouteResult =>
    ok(written.map(filterResponse), notices(written));
  const single = (written: readonly Filter[]): RouteResult =>
    ok(written.map(filterResponse)[0], notices(written));

  const changing = (['PUT', 'PATCH'] as const).flatMap((method) => {
    const isWhole = method === 'PUT';
    const mode = isWhole ? 'replace' : 'merge';
    const verb = isWhole ? 'Replace' : 'Change members of';
    return [
      route({
        method,
        path,
        operation: `filters-${mode}-all`,
        summary: `${verb} up to ${MOST_CHANGED} filters, or none if one is refused`,
        access: write,
        body: Several(isWhole ? IdentifiedFilter : IdentifiedFilterChange, MOST_CHANGED),
        response: Type.Array(FilterResponse),
        async handle({ params, body, principal }) {
          const changes = bodyItems(body).map(({ pointer, value: { id, ...sent } }) => ({
            pointer,
            id,
            alter: (stored: Filter['document']) => changedDocument(mode, stored, sent),
          }));
          const zone = await findZone(params.zone_id);
          return many(await filters.changeAll(principal.actor, zone, changes));
        },
      }),
      route({
        method,
        path: one,
        operation: `filters-${mode}`,
        summary: `${verb} a filter`,
        access: write,
        body: isWhole ? NewFilter : FilterChange,
        nullMembers: isWhole ? 'absent' : 'checked',
        response: FilterResponse,
        async handle({ params, body, principal }) {
          const zone = await findZone(params.zone_id);
          const alter = (stored: Filter['document']) => changedDocument(mode, stored, body);
          const change = { pointer: '', id: params['filter_id'] ?? '', alter };
          return single(await filters.changeAll(principal.actor, zone, [change]));
        },
      }),
    ];
  });

  return [
    route({
      method: 'GET',
      path,
      operation: 'filters-list',
      summary: 'List the filters of a zone',
      access: read,
      query: ListQuery,
      response: FilterResponse,
      list: true,
      async handle({ params, query, principal }) {
        const zone = await findZone(params.zone_id);
        const shown = shownTo(principal, zone);
        const all = await store.ofZone(database.read, zone.id);
        // A search for a part of a hidden key finds nothing.
        const found = all
          .map((filter) => shown(filterResponse(filter)))
          .filter(
            ({ id, expression, description, ref, paused }) =>
              isValue(id, query.id) &&
              isValue(paused, query.paused) &&
              isValue(ref, query.ref) &&
              containsText(expression, query.expression) &&
              containsText(description, query.description),
          );
        return okPage(pageIn(found, query));
      },
    }),
    route({
      method: 'POST',
      path,
      operation: 'filters-create',
      summary: 'Create filters, or none if one is refused',
      access: write,
      body: Several(NewFilter, MOST_CREATED),
      response: Type.Array(FilterResponse),
      async handle({ params, body, principal }) {
        const zone = await findZone(params.zone_id);
        return many(await filters.createAll(principal.actor, zone, bodyItems(body)));
      },
    }),
    route({
      method: 'DELETE',
      path,
      operation: 'filters-delete-all',
      summary: 'Delete the filters with these ids; unknown ids are ignored',
      access: write,
      query: IdsQuery,
      response: Type.Array(IdResponse),
      async handle({ params, query, principal }) {
        const zone = await findZone(params.zone_id);
        const deleted = await filters.deleteAll(principal.actor, zone, query.id);
        return ok(deleted.map((id) => ({ id })));
      },
    }),
    route({
      method: 'GET',
      path: one,
      operation: 'filters-get',
      summary: 'Read a filter',
      access: read,
      response: FilterResponse,
      async handle({ params, principal }) {
        const zone = await findZone(params.zone_id);
        const found = await filters.get(zone, params['filter_id'] ?? '');
        return ok(shownTo(principal, zone)(filterResponse(found)));
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      operation: 'filters-delete',
      summary: 'Delete a filter that no firewall rule uses',
      access: write,
      response: IdResponse,
      async handle({ params, principal }) {
        const id = params['filter_id'] ?? '';
        await filters.delete(principal.actor, await findZone(params.zone_id), id);
        return ok({ id });
      },
    }),
    ...changing,
  ];
}
