import { type Selectable, sql } from 'kysely';
import type { Db, PageCookieTable, PageItemTable, Tx } from '../page-monitoring-tables.ts';
import type { CookieFacts, CookieType } from './cookie-model.ts';
import { expiryOf, hasFact, type ItemKind, type PageItem } from './item-model.ts';

/** Rows per statement: takes a few milliseconds on SQLite, and needs few different prepared statements. */
const ROWS = 50;
/** Ids in one query. */
const IDS = 200;

/** The lock of all transactions that change the inventory. */
export const INVENTORY_LOCK = 'page inventory';

/** The columns of a script that decide whether it is fetched. */
export type DueScript = Pick<PageItem, 'id' | 'zoneId' | 'class' | 'lastSeenAt'>;

/** A host from which scripts or connections of a zone come. */
export type ItemSource = Pick<PageItem, 'zoneId' | 'kind' | 'urlHost'>;

/** Reads and writes items by their ids. */
export const itemStore = {
  async findMany(db: Db, ids: readonly string[]): Promise<Map<string, PageItem>> {
    const found = new Map<string, PageItem>();
    for (const some of chunksOf(ids, IDS)) {
      const rows = await db.selectFrom('page_items').selectAll().where('id', 'in', some).execute();
      for (const row of rows) found.set(row.id, mapItem(row));
    }
    return found;
  },

  /** Inserts new items and replaces stored ones. */
  async save(tx: Tx, items: readonly PageItem[]): Promise<void> {
    for (const some of chunksOf(items, ROWS)) {
      await tx
        .insertInto('page_items')
        .values(some.map(toRow))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            class: eb.ref('excluded.class'),
            reports: eb.ref('excluded.reports'),
            visitors_json: eb.ref('excluded.visitors_json'),
            added_at: eb.ref('excluded.added_at'),
            first_seen_at: eb.ref('excluded.first_seen_at'),
            last_seen_at: eb.ref('excluded.last_seen_at'),
            expires_at: eb.ref('excluded.expires_at'),
            first_page_url: eb.ref('excluded.first_page_url'),
            page_urls_json: eb.ref('excluded.page_urls_json'),
            domain_threats_json: eb.ref('excluded.domain_threats_json'),
            url_threats_json: eb.ref('excluded.url_threats_json'),
            fetch_at: eb.ref('excluded.fetch_at'),
          })),
        )
        .execute();
    }
  },

  /** Scripts and connections, ordered by id. */
  async resourcesAfter(db: Db, id: string, most: number): Promise<PageItem[]> {
    const rows = await db
      .selectFrom('page_items')
      .selectAll()
      .where('id', '>', id)
      .where('kind', '<>', 'cookie')
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map(mapItem);
  },

  /** Saves the threats of items, and the class that depends on them. */
  async saveThreats(tx: Tx, items: readonly PageItem[]): Promise<void> {
    for (const item of items) {
      const { class: itemClass, domain_threats_json, url_threats_json } = toRow(item);
      await tx
        .updateTable('page_items')
        .set({ class: itemClass, domain_threats_json, url_threats_json })
        .where('id', '=', item.id)
        .execute();
    }
  },

  async findCookies(db: Db, ids: readonly string[]): Promise<Map<string, CookieFacts>> {
    const found = new Map<string, CookieFacts>();
    for (const some of chunksOf(ids, IDS)) {
      const query = db.selectFrom('page_cookies').selectAll().where('item_id', 'in', some);
      for (const row of await query.execute()) found.set(row.item_id, mapCookie(row));
    }
    return found;
  },

  async saveCookies(tx: Tx, cookies: ReadonlyMap<string, CookieFacts>): Promise<void> {
    for (const some of chunksOf([...cookies], ROWS)) {
      await tx
        .insertInto('page_cookies')
        .values(some.map(([id, facts]) => toCookieRow(id, facts)))
        .onConflict((conflict) =>
          conflict.column('item_id').doUpdateSet((eb) => ({
            type: eb.ref('excluded.type'),
            domain: eb.ref('excluded.domain'),
            path: eb.ref('excluded.path'),
            same_site: eb.ref('excluded.same_site'),
            secure: eb.ref('excluded.secure'),
            http_only: eb.ref('excluded.http_only'),
            expires_at: eb.ref('excluded.expires_at'),
            max_age: eb.ref('excluded.max_age'),
          })),
        )
        .execute();
    }
  },

  /** The sources that have at least one stored item. Reads at most one row for each. */
  async knownSources(db: Db, sources: readonly ItemSource[]): Promise<ItemSource[]> {
    const known: ItemSource[] = [];
    for (const some of chunksOf(sources, ROWS)) {
      const wanted = some.map(({ zoneId, kind, urlHost }) => {
        return sql`select cast(${zoneId} as text) as zone, cast(${kind} as text) as kind, cast(${urlHost} as text) as host`;
      });
      const { rows } = await sql<{ zone: string; kind: ItemKind; host: string }>`
        select wanted.zone, wanted.kind, wanted.host from (${sql.join(wanted, sql` union all `)}) as wanted
        where exists (
          select 1 from page_items
          where zone_id = wanted.zone and kind = wanted.kind and url_host = wanted.host
        )`.execute(db);
      known.push(...rows.map(({ zone, kind, host }) => ({ zoneId: zone, kind, urlHost: host })));
    }
    return known;
  },

  /** Stops counting at `most`. */
  async count(db: Db, zoneId: string, kind: ItemKind, most: number): Promise<number> {
    const some = db
      .selectFrom('page_items')
      .select('id')
      .where('zone_id', '=', zoneId)
      .where('kind', '=', kind)
      .limit(most);
    const { count } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** The next zone that has items, ordered by id. */
  async zoneAfter(db: Db, zoneId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('page_items')
      .select('zone_id')
      .where('zone_id', '>', zoneId)
      .orderBy('zone_id')
      .limit(1)
      .executeTakeFirst();
    return row?.zone_id;
  },

  /** Ids of expired items. */
  async expired(db: Db, now: number, most: number): Promise<string[]> {
    const rows = await db
      .selectFrom('page_items')
      .select('id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(most)
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Scripts that are due for a fetch, the longest waiting first. */
  async dueForFetch(db: Db, now: number, most: number): Promise<DueScript[]> {
    return await db
      .selectFrom('page_items')
      .select(['id', 'zone_id as zoneId', 'class', 'last_seen_at as lastSeenAt'])
      .where('fetch_at', '<=', now)
      .orderBy('fetch_at')
      .limit(most)
      .execute();
  },

  /** If `at` is undefined, the scripts are fetched only after they are observed again. */
  async scheduleFetches(db: Db, ids: readonly string[], at: number | undefined): Promise<void> {
    for (const some of chunksOf(ids, IDS)) {
      await db
        .updateTable('page_items')
        .set({ fetch_at: at ?? null })
        .where('id', 'in', some)
        .execute();
    }
  },

  /** Moves the next fetch to an earlier time. Scripts without a planned fetch stay without one. */
  async expediteFetch(tx: Tx, ids: readonly string[], now: number): Promise<void> {
    for (const some of chunksOf(ids, IDS)) {
      await tx
        .updateTable('page_items')
        .set({ fetch_at: now })
        .where('id', 'in', some)
        .where('fetch_at', '>', now)
        .execute();
    }
  },

  async idsOfZone(db: Db, zoneId: string, most: number): Promise<string[]> {
    const query = db.selectFrom('page_items').select('id').where('zone_id', '=', zoneId);
    return (await query.limit(most).execute()).map(({ id }) => id);
  },

  async remove(tx: Tx, ids: readonly string[]): Promise<void> {
    for (const some of chunksOf(ids, IDS)) {
      await tx.deleteFrom('page_items').where('id', 'in', some).execute();
    }
  },
};

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

function toRow(item: PageItem): PageItemTable {
  return {
    id: item.id,
    zone_id: item.zoneId,
    kind: item.kind,
    host: item.host,
    name: item.name,
    url_host: item.urlHost,
    class: item.class,
    reports: item.reports,
    visitors_json: JSON.stringify(item.visitors),
    added_at: item.addedAt,
    first_seen_at: item.firstSeenAt,
    last_seen_at: item.lastSeenAt,
    expires_at: expiryOf(hasFact(item.class, 'frequent'), item.lastSeenAt),
    first_page_url: item.firstPageUrl,
    page_urls_json: JSON.stringify(item.pageUrls),
    domain_threats_json: item.domainThreats ? JSON.stringify(item.domainThreats) : null,
    url_threats_json: item.urlThreats ? JSON.stringify(item.urlThreats) : null,
    fetch_at: item.fetchAt ?? null,
  };
}

function mapItem(row: Selectable<PageItemTable>): PageItem {
  return {
    id: row.id,
    zoneId: row.zone_id,
    kind: row.kind as ItemKind,
    host: row.host,
    name: row.name,
    urlHost: row.url_host,
    class: row.class,
    reports: row.reports,
    visitors: JSON.parse(row.visitors_json),
    addedAt: row.added_at,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    firstPageUrl: row.first_page_url,
    pageUrls: JSON.parse(row.page_urls_json),
    domainThreats:
      row.domain_threats_json === null ? undefined : JSON.parse(row.domain_threats_json),
    urlThreats: row.url_threats_json === null ? undefined : JSON.parse(row.url_threats_json),
    fetchAt: row.fetch_at ?? undefined,
  };
}

function toCookieRow(id: string, facts: CookieFacts): PageCookieTable {
  return {
    item_id: id,
    type: facts.type,
    domain: facts.domain,
    path: facts.path,
    same_site: facts.sameSite ?? null,
    secure: bit(facts.secure),
    http_only: bit(facts.httpOnly),
    expires_at: facts.expiresAt ?? null,
    max_age: facts.maxAge ?? null,
  };
}

function mapCookie(row: Selectable<PageCookieTable>): CookieFacts {
  return {
    type: row.type as CookieType,
    domain: row.domain,
    path: row.path,
    sameSite: (row.same_site as CookieFacts['sameSite'] | null) ?? undefined,
    secure: truth(row.secure),
    httpOnly: truth(row.http_only),
    expiresAt: row.expires_at ?? undefined,
    maxAge: row.max_age ?? undefined,
  };
}

function bit(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value);
}

function truth(value: number | null): boolean | undefined {
  return value === null ? undefined : value === 1;
}
