import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ListKind } from '../../../expression/expression.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';
import type { ListItem } from './list-model.ts';
import type { ListItemTable } from './list-tables.ts';

type Db = Kysely<RulesetsTables>;

/** Rows per statement: databases limit the number of values. */
const PAGE = 500;
/** Rows per query. */
const READ_PAGE = 2_000;

/** Called between statements, to yield to other work. */
type Rest = () => Promise<void>;

/** The columns of a stored item that a write needs. */
export type KnownItem = Omit<ListItemTable, 'list_id' | 'search_text'>;

export interface ItemQuery {
  readonly kind: ListKind;
  /** Sequence number of the last item of the previous page. */
  readonly after: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

/** Items of lists, in batches. */
export const listItemStore = {
  async find(db: Db, listId: string, id: string): Promise<ListItem | undefined> {
    const row = await db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', listId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && mapItem(row);
  },

  /** In the order in which they were added. A search scans the whole list; quotas keep lists small enough. */
  async page(db: Db, listId: string, query: ItemQuery): Promise<ListItem[]> {
    const { kind, after, limit, search = '' } = query;
    const rows = await db
      .selectFrom('list_items')
      .selectAll()
      .where('list_id', '=', listId)
      .where('seq', '>', after)
      .$if(search !== '', (found) => found.where(searchCondition(kind, search.toLowerCase())))
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map(mapItem);
  },

  async known(db: Db, listId: string, rest: Rest): Promise<KnownItem[]> {
    const found: KnownItem[] = [];
    for (;;) {
      const after = found.at(-1)?.seq ?? 0;
      const ordered = selectKnown(db, listId).where('seq', '>', after).orderBy('seq');
      const page = await ordered.limit(READ_PAGE).execute();
      found.push(...page);
      if (page.length < READ_PAGE) return found;
      await rest();
    }
  },

  async knownBy(
    db: Db,
    listId: string,
    column: 'id' | 'item_key',
    values: readonly string[],
    rest: Rest,
  ): Promise<KnownItem[]> {
    const found: KnownItem[] = [];
    for (const page of pagesOf(values)) {
      found.push(...(await selectKnown(db, listId).where(column, 'in', page).execute()));
      await rest();
    }
    return found;
  },

  async insert(db: Db, rows: readonly ListItemTable[], rest: Rest): Promise<void> {
    for (const page of pagesOf(rows)) {
      await db.insertInto('list_items').values(page).execute();
      await rest();
    }
  },

  async remove(db: Db, listId: string, seqs: readonly number[], rest: Rest): Promise<void> {
    for (const page of pagesOf(seqs)) {
      await db
        .deleteFrom('list_items')
        .where('list_id', '=', listId)
        .where('seq', 'in', page)
        .execute();
      await rest();
    }
  },
};

function selectKnown(db: Db, listId: string) {
  return db
    .selectFrom('list_items')
    .select(['id', 'seq', 'item_key', 'item_json', 'created_at', 'modified_at'])
    .where('list_id', '=', listId);
}

/** Addresses must begin with the text, networks equal it, and all other items contain it. */
function searchCondition(kind: ListKind, search: string) {
  const text = sql.ref('search_text');
  if (kind === 'asn') return sql<SqlBool>`${text} = ${search}`;
  const escaped = search.replace(/[\\%_]/g, (character) => `\\${character}`);
  const pattern = kind === 'ip' ? `${escaped}%` : `%${escaped}%`;
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

export function mapItem(row: ListItemTable): ListItem {
  return {
    id: row.id,
    seq: row.seq,
    value: JSON.parse(row.item_json),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function pagesOf<T>(all: readonly T[]): T[][] {
  const pages: T[][] = [];
  for (let from = 0; from < all.length; from += PAGE) pages.push(all.slice(from, from + PAGE));
  return pages;
}
