import type { Kysely, Transaction } from 'kysely';
import { accountScope } from '../../../resources/scope.ts';
import type { CoreTables } from '../../../storage/core-tables.ts';
import { listsUsedBy } from '../rule-lists.ts';
import type { RulesetsDatabase, RulesetsTables } from '../rulesets-tables.ts';
import { listLock } from './list-kind.ts';
import { listReferenceStore } from './list-reference-store.ts';
import type { ListReferenceWritePort } from './list-reference-write-port.ts';

export function filterListReferences(database: RulesetsDatabase): ListReferenceWritePort {
  return {
    async lockLists(callers, accountId) {
      const tx = ofRulesets(callers) as Transaction<RulesetsTables>;
      await database.lock(tx, listLock(accountScope(accountId)));
      const lists = await listReferenceStore.listsOf(tx, accountId);
      return new Map([...lists].map(([name, { kind }]) => [name, kind]));
    },
    async saveReferences(callers, { id, zoneId, accountId, expression }) {
      const db = ofRulesets(callers);
      await listReferenceStore.deleteOfFilter(db, id);
      const names = [...listsUsedBy({ expression })];
      if (names.length === 0) return;
      const lists = await listReferenceStore.listsOf(db, accountId);
      const used = names.flatMap((name) => lists.get(name)?.id ?? []);
      await listReferenceStore.saveOfFilter(db, { id, zoneId }, used);
    },
    async deleteReferences(callers, filterId) {
      await listReferenceStore.deleteOfFilter(ofRulesets(callers), filterId);
    },
  };
}

/** The database has the tables of all areas; only the types differ. */
function ofRulesets<Tables extends CoreTables>(callers: Kysely<Tables>): Kysely<RulesetsTables> {
  return callers as unknown as Kysely<RulesetsTables>;
}
