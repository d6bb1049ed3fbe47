import { limits } from '../../../catalogs/limits.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { RulesetsDatabase } from '../rulesets-tables.ts';
import type { ExceptionService } from './exception-kind.ts';
import { ExceptionBody, ExceptionResponse } from './exception-schema.ts';
import { exceptionStore } from './exception-store.ts';

const bounds = { default: 50, min: 1, max: limits.ruleExceptionsPerZone };

export interface ExceptionRoutesOptions {
  readonly database: RulesetsDatabase;
  readonly exceptions: ExceptionService;
  readonly findZone: ZoneFinder;
}

/** An extension of the API: exceptions are no members of rulesets, so that declarative clients see no difference. */
export function exceptionRoutes({
  database,
  exceptions,
  findZone,
}: ExceptionRoutesOptions): Route[] {
  return resourceRoutes({
    resources: exceptions,
    tag: 'Rule exceptions',
    operations: 'rule-exceptions',
    base: '/zones/:zone_id/rule_exceptions',
    idParam: 'exception_id',
    document: ExceptionBody,
    response: ExceptionResponse,
    writes: { PUT: 'replace', PATCH: 'merge' },
    deletion: 'id',
    listQuery: Type.Object(pagingQuery(bounds)),
    scopeOf: zoneOfPath(findZone),
    list: (zone, query) =>
      exceptionStore.list(database.read, zone, {
        ...toPageRequest(query),
        orderBy: ['created_at', 'id'],
      }),
  });
}
