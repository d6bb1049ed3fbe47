import { limits } from '../../../catalogs/limits.ts';
import { managedRuleById } from '../../../catalogs/managed-rulesets/managed-rulesets.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import type { RuleException } from './exception-model.ts';
import { exceptionResponse } from './exception-schema.ts';
import { exceptionStore } from './exception-store.ts';

export type ExceptionService = ResourceService<RuleException, ZoneScope, RulesetsTables>;

export const exceptionKind: ResourceKind<RuleException, ZoneScope, RulesetsTables> = {
  resource: 'rule_exception',
  noun: 'rule exception',
  read: 'ruleset:read',
  write: 'ruleset:write',
  store: exceptionStore,
  errors: {
    notFound: (id) => new ApiError('ruleExceptionNotFound', { id }),
    quotaExceeded: ({ limit }) => new ApiError('ruleExceptionQuota', { limit }),
  },
  limit: () => limits.ruleExceptionsPerZone,
  lock: ({ id }) => `rule exceptions ${id}`,
  check: async (_tx, _zone, { rule_id: id, path }) => {
    checkRule(id);
    const star = path.indexOf('*');
    if (star !== -1 && star !== path.length - 1) {
      const problem = `"path" may have a "*" only at its end, but "${path}" has one before`;
      throw new ApiError('ruleExceptionInvalid', { problem }, { pointer: '/path' });
    }
  },
  toRecord: (_tx, { id: zoneId }, next) => ({ ...nextDocument(next), zoneId }),
  toResponse: exceptionResponse,
  toAudit: exceptionResponse,
};

/** Other rules have no view of single values. */
function checkRule(id: string): void {
  const rule = managedRuleById(id);
  if (rule?.kind === 'attack' || rule?.kind === 'score') return;
  const problem =
    rule === undefined
      ? `there is no managed rule ${id}`
      : rule.kind === 'threshold'
        ? `rule ${id} only compares the score: name one of the rules that its event lists`
        : `rule ${id} does not detect attacks in values: use an override or a skip rule`;
  throw new ApiError('ruleExceptionInvalid', { problem }, { pointer: '/rule_id' });
}
