import { type Selectable, sql } from 'kysely';
import { bitsOf, categoriesIn, type Threat } from '../../../detectors/threat-feeds/threat.ts';
import { chunksOf } from '../inventory/item-store.ts';
import type { Db, ThreatFeedTable, Tx } from '../page-monitoring-tables.ts';
import type { KnownThreats } from './threat-check-model.ts';
import type { FeedChanges, ThreatFeed } from './threat-feed-model.ts';

/** Rows in one statement. */
const ROWS = 200;
/** Values in one query. */
const VALUES = 500;

/** Feeds and their entries. Lookups use only entries of current feeds. */
export const threatFeedStore = {
  async list(db: Db): Promise<ThreatFeed[]> {
    const rows = await current(db).orderBy('name').execute();
    return rows.map(mapFeed);
  },

  async find(db: Db, name: string): Promise<ThreatFeed | undefined> {
    const row = await current(db).where('name', '=', name).executeTakeFirst();
    return row && mapFeed(row);
  },

  /** Creates a feed in the state `loading` and returns its id. */
  async begin(tx: Tx, name: string, now: number): Promise<number> {
    const { id } = await tx
      .insertInto('threat_feeds')
      .values({
        name,
        state: 'loading',
        source: '',
        format: '',
        entries: 0,
        content_hash: '',
        imported_at: now,
        imported_by: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  /** False if the draft was deleted. Locks the draft until the end of the transaction. */
  async touch(tx: Tx, feedId: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await draft(tx, feedId).set({ imported_at: now }).executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Merges the categories into an existing entry. */
  async add(tx: Tx, feedId: number, threats: readonly Threat[]): Promise<void> {
    const bits = new Map<string, number>();
    for (const { value, categories } of threats) {
      bits.set(value, (bits.get(value) ?? 0) | bitsOf(categories));
    }
    for (const some of chunksOf([...bits], ROWS)) {
      await tx
        .insertInto('threat_entries')
        .values(some.map(([value, categories]) => ({ feed_id: feedId, value, categories })))
        .onConflict((conflict) =>
          conflict.columns(['feed_id', 'value']).doUpdateSet({
            categories: sql`threat_entries.categories | excluded.categories`,
          }),
        )
        .execute();
    }
  },

  async countEntries(db: Db, feedId: number): Promise<number> {
    const { count } = await db
      .selectFrom('threat_entries')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('feed_id', '=', feedId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** The differences of a filled draft from the current feed that it replaces. */
  async compare(
    db: Db,
    draftId: number,
    entries: number,
    before: ThreatFeed | undefined,
  ): Promise<FeedChanges> {
    if (!before) return { added: entries, changed: 0, removed: 0 };
    const { added, changed } = await db
      .selectFrom('threat_entries as after')
      .leftJoin('threat_entries as before', (join) =>
        join.onRef('before.value', '=', 'after.value').on('before.feed_id', '=', before.id),
      )
      .where('after.feed_id', '=', draftId)
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('before.value', 'is', null).as('added'),
        eb.fn
          .countAll<number>()
          .filterWhereRef('before.categories', '<>', 'after.categories')
          .as('changed'),
      ])
      .executeTakeFirstOrThrow();
    const kept = entries - Number(added);
    return { added: Number(added), changed: Number(changed), removed: before.entries - kept };
  },

  /** False if the draft was deleted. */
  async makeCurrent(tx: Tx, feed: ThreatFeed): Promise<boolean> {
    const { numUpdatedRows } = await draft(tx, feed.id)
      .set({
        state: 'current',
        source: feed.source,
        format: feed.format,
        entries: feed.entries,
        content_hash: feed.contentHash,
        imported_at: feed.importedAt,
        imported_by: feed.importedBy,
      })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Lookups ignore the entries of a retired feed. */
  async retire(tx: Tx, feedId: number): Promise<void> {
    await tx
      .updateTable('threat_feeds')
      .set({ state: 'retired' })
      .where('id', '=', feedId)
      .execute();
  },

  /** Retires drafts without new entries since a time. */
  async retireAbandoned(tx: Tx, before: number): Promise<void> {
    await tx
      .updateTable('threat_feeds')
      .set({ state: 'retired' })
      .where('state', '=', 'loading')
      .where('imported_at', '<', before)
      .execute();
  },

  /** Feeds whose entries can be removed: retired ones, and those without a row of their own. */
  async leftovers(db: Db): Promise<number[]> {
    // Entries are read first, since a feed is created before its entries.
    const filled = await feedsWithEntries(db);
    const feeds = await db.selectFrom('threat_feeds').select(['id', 'state']).execute();
    const known = new Set(feeds.map(({ id }) => id));
    const retired = feeds.filter(({ state }) => state === 'retired').map(({ id }) => id);
    return [...retired, ...filled.filter((id) => !known.has(id))];
  },

  /** Removes some entries of a feed, and the feed itself if none is left. Returns the number of removed entries. */
  async removeSome(tx: Tx, feedId: number, most: number): Promise<number> {
    const some = tx
      .selectFrom('threat_entries')
      .select('value')
      .where('feed_id', '=', feedId)
      .limit(most);
    const { numDeletedRows } = await tx
      .deleteFrom('threat_entries')
      .where('feed_id', '=', feedId)
      .where('value', 'in', some)
      .executeTakeFirst();
    await tx
      .deleteFrom('threat_feeds')
      .where('id', '=', feedId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('threat_entries').select('value').where('feed_id', '=', feedId))),
      )
      .execute();
    return Number(numDeletedRows);
  },

  /** Categories of these domains and URLs in current feeds. */
  async lookUp(db: Db, values: ReadonlySet<string>): Promise<KnownThreats> {
    const bits = new Map<string, number>();
    const feeds = values.size > 0 ? await current(db).execute() : [];
    for (const some of feeds.length > 0 ? chunksOf([...values], VALUES) : []) {
      const rows = await db
        .selectFrom('threat_entries')
        .select(['value', 'categories'])
        .where(
          'feed_id',
          'in',
          feeds.map(({ id }) => id),
        )
        .where('value', 'in', some)
        .execute();
      for (const { value, categories } of rows) {
        bits.set(value, (bits.get(value) ?? 0) | categories);
      }
    }
    return new Map([...bits].map(([value, each]) => [value, categoriesIn(each)]));
  },
};

function current(db: Db) {
  return db.selectFrom('threat_feeds').selectAll().where('state', '=', 'current');
}

function draft(tx: Tx, feedId: number) {
  return tx.updateTable('threat_feeds').where('id', '=', feedId).where('state', '=', 'loading');
}

/** An index skip scan from feed to feed, so that the cost does not depend on the number of entries. */
async function feedsWithEntries(db: Db): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const row = await db
      .selectFrom('threat_entries')
      .select('feed_id')
      .where('feed_id', '>', found.at(-1) ?? 0)
      .orderBy('feed_id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return found;
    found.push(row.feed_id);
  }
}

function mapFeed(row: Selectable<ThreatFeedTable>): ThreatFeed {
  return {
    id: row.id,
    name: row.name,
    source: row.source,
    format: row.format,
    entries: row.entries,
    contentHash: row.content_hash,
    importedAt: row.imported_at,
    importedBy: row.imported_by,
  };
}
