import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { hasCdnCgiPath } from '../../../kernel/cdn-cgi.ts';
import { classBits, type PageItem } from '../inventory/item-model.ts';
import { chunksOf } from '../inventory/item-store.ts';
import type { Db, Tx } from '../page-monitoring-tables.ts';

/** Keys or ids in one statement. */
const BATCH_SIZE = 200;
/** Copies that are compared to find a new representative after the old one was removed. */
const MAX_CANDIDATES = 100;

/**
 * Scripts with the same content. The most recently observed one represents the others in lists. The cost of a
 * change does not depend on the number of copies: only representatives and changed scripts are read.
 */
export const scriptCopyStore = {
  /** Copy keys of these scripts. */
  async keysOf(db: Db, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('page_scripts')
      .select('copy_key')
      .where('item_id', 'in', [...ids])
      .where('copy_key', 'is not', null)
      .execute();
    return rows.flatMap(({ copy_key: key }) => key ?? []);
  },

  /** Called after scripts were observed: they may represent their copies now. */
  async markSeen(tx: Tx, ids: readonly string[]): Promise<void> {
    const newest = new Map<string, string>();
    for (const some of chunksOf(ids, BATCH_SIZE)) {
      const rows = await newestFirst(tx).where('page_items.id', 'in', some).execute();
      for (const { id, key } of rows) if (key !== null && !newest.has(key)) newest.set(key, id);
    }
    await setCopies(tx, [...newest.values()], false);
    await scriptCopyStore.chooseRepresentatives(tx, [...newest.keys()]);
  },

  /** Leaves exactly one representative for each key. */
  async chooseRepresentatives(tx: Tx, keys: readonly (string | null | undefined)[]): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => typeof key === 'string');
    for (const some of chunksOf(wanted, BATCH_SIZE)) {
      const representatives = Map.groupBy(
        await representativesOf(tx, some).execute(),
        ({ key }) => key,
      );
      const copies: string[] = [];
      const chosen: string[] = [];
      for (const key of some) {
        const [first, ...others] = representatives.get(key) ?? (await candidatesFor(tx, key));
        if (first) chosen.push(first.id);
        // Candidates are marked as copies already.
        if (representatives.has(key)) copies.push(...others.map(({ id }) => id));
      }
      await setCopies(tx, chosen, false);
      await setCopies(tx, copies, true);
    }
  },
};

/**
 * Copies have equal content, come from the same host and were observed on the same host of the zone. Scripts under
 * `/cdn-cgi/`, which lists can hide, never represent other scripts.
 */
export function copyKeyOf(item: PageItem, hash: string): string {
  const { zoneId, host, urlHost, name } = item;
  const text = [zoneId, host, urlHost, hash, hasCdnCgiPath(name) ? 'cdn-cgi' : ''].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Scripts that are not marked as copies, the one observed last first. */
export function representativesOf(db: Db, keys: readonly string[]) {
  return newestFirst(db)
    .where('page_scripts.copy_key', 'in', [...keys])
    .where('page_scripts.is_copy', '=', 0);
}

function newestFirst(db: Db) {
  return db
    .selectFrom('page_scripts')
    .innerJoin('page_items', 'page_items.id', 'page_scripts.item_id')
    .select(['page_items.id', 'page_scripts.copy_key as key'])
    .orderBy('page_items.last_seen_at', 'desc')
    .orderBy('page_items.id', 'desc');
}

/** Some of the copies, the most recently observed first. The next observed copy becomes the representative anyway. */
async function candidatesFor(db: Db, key: string) {
  const some = db
    .selectFrom('page_scripts')
    .select('item_id')
    .where('copy_key', '=', key)
    .limit(MAX_CANDIDATES);
  return await db
    .selectFrom('page_items')
    .select('id')
    .where('id', 'in', some)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function setCopies(tx: Tx, ids: readonly string[], areCopies: boolean): Promise<void> {
  const bit = classBits.superseded;
  const held = sql<number>`class & ${sql.lit(bit)}`;
  for (const some of chunksOf(ids, BATCH_SIZE)) {
    await tx
      .updateTable('page_scripts')
      .set({ is_copy: Number(areCopies) })
      .where('item_id', 'in', some)
      .where('is_copy', '=', Number(!areCopies))
      .execute();
    await tx
      .updateTable('page_items')
      .set({ class: areCopies ? sql`class + ${sql.lit(bit)}` : sql`class - ${sql.lit(bit)}` })
      .where('id', 'in', some)
      .where(held, '=', areCopies ? 0 : bit)
      .execute();
  }
}
