import { limits } from '../../../catalogs/limits.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import { describeReferrers } from '../../../resources/referrers.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import type { ListDocument, ListRecord } from './list-model.ts';
import { listResponse } from './list-schema.ts';
import { listStore } from './list-store.ts';

export const listKind: ResourceKind<ListRecord, AccountScope, RulesetsTables> = {
  resource: 'list',
  noun: 'list',
  read: 'list:read',
  write: 'list:write',
  store: listStore,
  errors: {
    notFound: (id) => new ApiError('listNotFound', { id }),
    quotaExceeded: ({ limit }) => new ApiError('listQuota', { limit }),
  },
  limit: () => limits.listsPerAccount,
  lock: listLock,
  async check(tx, scope, document, id) {
    const before = await listStore.find(tx, scope, id);
    if (before) checkFixed(before.document, document);
    else if (await listStore.idOfName(tx, scope, document.name)) {
      throw new ApiError('listNameTaken', { name: document.name }, { pointer: '/name' });
    }
  },
  toRecord(_tx, { accountId }, next) {
    const { itemCount = 0, lastSeq = 0, referenceCount = 0 } = next.before ?? {};
    return { ...nextDocument(next), accountId, itemCount, lastSeq, referenceCount };
  },
  toResponse: listResponse,
  toAudit: listResponse,
  references: {
    referrers: listStore.referrers,
    error: (id, referrers) =>
      new ApiError('listInUse', { id, references: describeReferrers(referrers) }),
  },
};

/** Serialises writes to the lists of an account, and writes of rules that use them. */
export function listLock({ accountId }: AccountScope): string {
  return `lists ${accountId}`;
}

/** Name and kind are fixed: rules refer to lists by name, and the kind determines the fields that they may compare. */
function checkFixed(before: ListDocument, after: ListDocument): void {
  for (const member of ['name', 'kind'] as const) {
    if (after[member] === before[member]) continue;
    const values = { value: after[member], member, current: before[member] };
    throw new ApiError('rulesetMemberFixed', values, { pointer: `/${member}` });
  }
}
