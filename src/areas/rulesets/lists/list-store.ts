import { type Kysely, sql } from 'kysely';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { Referrer } from '../../../resources/referrers.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import type { ListDocument, ListRecord } from './list-model.ts';
import { listUses } from './list-reference-store.ts';
import type { ListTable } from './list-tables.ts';

type Db = Kysely<RulesetsTables>;

const documents = documentStore<RulesetsTables, 'lists', AccountScope, ListRecord>({
  table: 'lists',
  toRow,
  fromRow: mapList,
});

/** Lists without their items. */
export const listStore = {
  ...documents,

  async find(db: Db, scope: AccountScope, id: string): Promise<ListRecord | undefined> {
    const found = await documents.find(db, scope, id);
    return found && (await withReferences(db, [found]))[0];
  },

  /** All lists of an account, by name. */
  async all(db: Db, { accountId }: AccountScope): Promise<ListRecord[]> {
    const rows = await db
      .selectFrom('lists')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('name')
      .execute();
    return await withReferences(db, rows.map(mapList));
  },

  async idOfName(db: Db, { accountId }: AccountScope, name: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('lists')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.id;
  },

  /** The total number of items in all lists of an account. */
  async itemsOfAccount(db: Db, { accountId }: AccountScope): Promise<number> {
    const { total } = await db
      .selectFrom('lists')
      .select((eb) => eb.fn.sum<number | string | null>('item_count').as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return Number(total ?? 0);
  },

  /** The total length of the URLs in all redirects of an account. */
  async redirectCharacters(db: Db, { accountId }: AccountScope): Promise<number> {
    const { total } = await db
      .selectFrom('list_items')
      .innerJoin('lists', 'lists.id', 'list_items.list_id')
      .select(sql<number | string | null>`sum(length(search_text))`.as('total'))
      .where('lists.account_id', '=', accountId)
      .where('lists.kind', '=', 'redirect')
      .executeTakeFirstOrThrow();
    return Number(total ?? 0);
  },

  /** Rules and filters that use a list. */
  async referrers(db: Db, id: string): Promise<readonly Referrer[]> {
    const filters = await db
      .selectFrom('list_filter_references')
      .select(['filter_id', 'zone_id'])
      .where('list_id', '=', id)
      .orderBy('filter_id')
      .limit(MOST_REFERRERS)
      .execute();
    const rows = await db
      .selectFrom('list_references')
      .innerJoin('rulesets', 'rulesets.id', 'list_references.ruleset_id')
      .select(['list_references.rule_id', 'rulesets.id', 'rulesets.phase'])
      .where('list_references.list_id', '=', id)
      .orderBy('list_references.rule_id')
      .limit(MOST_REFERRERS)
      .execute();
    return [
      ...rows.map((row) => ({
        noun: `rule ${row.rule_id} of ruleset`,
        id: row.id,
        name: row.phase,
      })),
      ...filters.map((row) => ({
        noun: 'filter of the zone',
        id: row.filter_id,
        name: row.zone_id,
      })),
    ];
  },
};

/** More than messages name. */
const MOST_REFERRERS = 100;

async function withReferences(db: Db, lists: readonly ListRecord[]): Promise<ListRecord[]> {
  if (lists.length === 0) return [];
  const rows = await db
    .selectFrom(listUses(db))
    .select((eb) => ['list_id', eb.fn.countAll<number>().as('count')])
    .where(
      'list_id',
      'in',
      lists.map(({ id }) => id),
    )
    .groupBy('list_id')
    .execute();
  const counts = new Map(rows.map((row) => [row.list_id, Number(row.count)]));
  return lists.map((list) => ({ ...list, referenceCount: counts.get(list.id) ?? 0 }));
}

function toRow(list: ListRecord): ListTable {
  return {
    ...toColumns(list),
    account_id: list.accountId,
    name: list.document.name,
    kind: list.document.kind,
    item_count: list.itemCount,
    last_seq: list.lastSeq,
  };
}

export function mapList(row: ListTable): ListRecord {
  return {
    ...fromColumns<ListDocument>(row),
    accountId: row.account_id,
    itemCount: row.item_count,
    lastSeq: row.last_seq,
    referenceCount: 0,
  };
}
