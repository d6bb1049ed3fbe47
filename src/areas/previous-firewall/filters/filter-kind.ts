import { limits } from '../../../catalogs/limits.ts';
import { hideKeys } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import { describeReferrers } from '../../../resources/referrers.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { ListReferenceWritePort } from '../../rulesets/lists/list-reference-write-port.ts';
import { previousFirewallLock } from '../batch-service.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import { firewallRuleStore } from '../firewall-rules/firewall-rule-store.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { Filter } from './filter-model.ts';
import { filterResponse } from './filter-schema.ts';
import type { FilterStore } from './filter-store.ts';

/** A cheap test that avoids the lock on lists for most filters. */
const mayUseLists = (expression: string) => expression.includes('$');

export function filterKind(
  store: FilterStore,
  conditions: ConditionLanguage,
  lists: ListReferenceWritePort,
): ResourceKind<Filter, ZoneScope, PreviousFirewallTables> {
  return {
    resource: 'filter',
    noun: 'filter',
    read: 'firewall-service:read',
    write: 'firewall-service:write',
    store: {
      ...store,
      async delete(db, id) {
        await store.delete(db, id);
        await lists.deleteReferences(db, id);
      },
    },
    errors: {
      notFound: (id) => new ApiError('filterNotFound', { id }),
      quotaExceeded: ({ limit, count }) => new ApiError('filterQuota', { limit, count }),
    },
    limit: () => limits.filtersPerZone,
    lock: previousFirewallLock,
    async check(tx, zone, { expression }, id) {
      const source = { pointer: '/expression' };
      const known = mayUseLists(expression)
        ? await lists.lockLists(tx, zone.accountId)
        : new Map<string, never>();
      const problem = conditions.problemOf(expression, known);
      if (problem !== undefined) {
        throw new ApiError(
          'filterInvalid',
          { problem: `"expression" is invalid: ${problem}` },
          source,
        );
      }
      const other = await store.idOfExpression(tx, zone, expression);
      if (other !== undefined && other !== id) {
        throw new ApiError('filterTwice', { id: other }, source);
      }
    },
    toRecord: (_tx, { id: zoneId }, next) => ({ ...nextDocument(next), zoneId }),
    toResponse: filterResponse,
    toAudit: (filter, before) => hideKeys(filterResponse(filter), before && filterResponse(before)),
    references: {
      referrers: firewallRuleStore.usersOf,
      error: (id, referrers) =>
        new ApiError('filterInUse', { id, references: describeReferrers(referrers) }),
    },
  };
}
