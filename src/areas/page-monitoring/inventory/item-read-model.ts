import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Clock } from '../../../kernel/clock.ts';
import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type {
  Db,
  PageMonitoringDatabase,
  PageMonitoringTables,
  PageScriptTable,
} from '../page-monitoring-tables.ts';
import { type ScriptVersion, scriptStore } from '../scripts/script-store.ts';
import type { CookieFacts } from './cookie-model.ts';
import { hasFact, type ItemKind, type PageItem, statusOf } from './item-model.ts';
import { type ItemQuery, type ItemScan, picksAmongCopies, rowsOf, scansOf } from './item-scan.ts';
import { itemStore } from './item-store.ts';

/** Maximum items of a response without pages. */
const MOST_AT_ONCE = 50_000;
/** Rows that one query loads for such a response. */
const BATCH_SIZE = 500;
/**
 * Totals are exact up to this number. Beyond it, counting would take longer than the page itself, so the total
 * only shows that there are more.
 */
const COUNTED = 10_000;

/** An item with all stored details. */
export interface ItemDetails {
  readonly item: PageItem;
  readonly script: Selectable<PageScriptTable> | undefined;
  readonly cookie: CookieFacts | undefined;
}

/** Lists of the items of a zone. */
export class ItemReadModel {
  readonly #database: PageMonitoringDatabase;
  readonly #clock: Clock;

  constructor(database: PageMonitoringDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async list(query: ItemQuery, request: PageRequest): Promise<Page<ItemDetails>> {
    const db = this.#database.read;
    const { scans, rest } = await scansOf(db, query, this.#clock.now());
    if (scans.length === 0) return pageOf([], 0, request);
    const offset = offsetOf(request);
    const ids = await idsOf(db, rest, scans, { offset, limit: request.perPage + 1 });
    const shown = ids.slice(0, request.perPage);
    const counted = await countOf(db, rest, scans);
    const hasMore = ids.length > request.perPage;
    // An empty page is beyond the end, so it gives no lower bound of the total.
    const reached = shown.length === 0 ? 0 : offset + shown.length + (hasMore ? 1 : 0);
    const total = counted > COUNTED ? Math.max(COUNTED, reached) : counted;
    return pageOf(await this.#load(query.kind, shown), total, request);
  }

  /** All matching items, up to a limit, as one page. */
  async listAll(query: ItemQuery): Promise<Page<ItemDetails>> {
    const items: ItemDetails[] = [];
    for await (const item of this.all(query)) items.push(item);
    return pageOf(items, items.length, { page: 1, perPage: Math.max(1, items.length) });
  }

  async *all(query: ItemQuery): AsyncGenerator<ItemDetails> {
    const db = this.#database.read;
    const { scans, rest } = await scansOf(db, query, this.#clock.now());
    if (scans.length === 0) return;
    const ids = await idsOf(db, rest, scans, { offset: 0, limit: MOST_AT_ONCE });
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      yield* await this.#load(query.kind, ids.slice(from, from + BATCH_SIZE));
    }
  }

  /** Undefined also for expired items. */
  async find(zoneId: string, kind: ItemKind, id: string): Promise<ItemDetails | undefined> {
    const [found] = await this.#load(kind, [id]);
    if (found?.item.zoneId !== zoneId || found.item.kind !== kind) return undefined;
    return statusOf(found.item, this.#clock.now()) ? found : undefined;
  }

  /** The items that are still stored. */
  async byIds(ids: readonly string[]): Promise<PageItem[]> {
    return [...(await itemStore.findMany(this.#database.read, ids)).values()];
  }

  async versions(itemId: string): Promise<ScriptVersion[]> {
    return await scriptStore.versions(this.#database.read, itemId);
  }

  /** In the order of the ids, without items that were removed in between. */
  async #load(kind: ItemKind, ids: readonly string[]): Promise<ItemDetails[]> {
    const db = this.#database.read;
    const items = await itemStore.findMany(db, ids);
    const scripts = kind === 'script' ? await scriptStore.findMany(db, ids) : undefined;
    const cookies = kind === 'cookie' ? await itemStore.findCookies(db, ids) : undefined;
    return ids.flatMap((id) => {
      const item = items.get(id);
      return item ? [{ item, script: scripts?.get(id), cookie: cookies?.get(id) }] : [];
    });
  }
}

/** One statement for all scans: each returns up to a page of ids, which are merged and cut to one page. */
async function idsOf(
  db: Db,
  query: ItemQuery,
  scans: readonly ItemScan[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<string[]> {
  const { order, direction } = query;
  const picks = picksAmongCopies(query);
  const all = unionOf(
    db,
    scans.map((scan) => {
      const rank = query.maliciousFirst && hasFact(scan.class, 'malicious') ? 0 : 1;
      const rows = rowsOf(db, query, scan)
        .select(['page_items.id as id', `page_items.${order} as seen_at`])
        .select(['page_items.last_seen_at as last_seen_at', sql.lit(rank).as('rank')]);
      if (picks) return rows;
      return rows
        .orderBy(order, direction)
        .orderBy('id', direction)
        .limit(offset + limit);
    }),
  );
  if (!all) return [];
  const rows = await db
    .selectFrom((picks ? withoutCopies(db, all) : all).as('found'))
    .select('id')
    .orderBy('rank')
    .orderBy('seen_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stops counting one above the limit. */
async function countOf(db: Db, query: ItemQuery, scans: readonly ItemScan[]): Promise<number> {
  const all = unionOf(
    db,
    scans.map((scan) =>
      rowsOf(db, query, scan)
        .select(['page_items.id as id', 'page_items.last_seen_at as seen_at'])
        .select(['page_items.last_seen_at as last_seen_at', sql.lit(0).as('rank')]),
    ),
  );
  if (!all) return 0;
  const counted = (picksAmongCopies(query) ? withoutCopies(db, all) : all).limit(COUNTED + 1);
  const { count } = await db
    .selectFrom(counted.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Found {
  id: string;
  seen_at: number;
  last_seen_at: number;
  rank: number;
}
type ScanQuery = SelectQueryBuilder<PageMonitoringTables, never, Found>;

function unionOf(db: Db, queries: readonly unknown[]): ScanQuery | undefined {
  const [first, ...others] = (queries as readonly ScanQuery[]).map((query) =>
    db.selectFrom(query.as('query')).select(['id', 'seen_at', 'last_seen_at', 'rank']),
  );
  if (!first) return undefined;
  return others.reduce((union, query) => union.unionAll(query), first) as unknown as ScanQuery;
}

/** Of each set of copies, only the one that was observed last. */
function withoutCopies(db: Db, all: ScanQuery): ScanQuery {
  const numbered = db
    .selectFrom(all.as('scanned'))
    .leftJoin('page_scripts', 'page_scripts.item_id', 'scanned.id')
    .select(['scanned.id as id', 'seen_at', 'last_seen_at', 'rank'])
    .select(
      sql<number>`row_number() over (
        partition by coalesce(copy_key, scanned.id) order by last_seen_at desc, scanned.id desc
      )`.as('number'),
    );
  return db
    .selectFrom(numbered.as('numbered'))
    .select(['id', 'seen_at', 'last_seen_at', 'rank'])
    .where('number', '=', 1) as unknown as ScanQuery;
}
