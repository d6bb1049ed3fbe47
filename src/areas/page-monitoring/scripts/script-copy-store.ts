import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { hasCdnCgiPath } from '../../../kernel/cdn-cgi.ts';
import { classBits, type PageItem } from '../inventory/item-model.ts';
import { lots } from '../inventory/item-store.ts';
import type { Db, Tx } from '../page-monitoring-tables.ts';

/** Keys or ids of one statement. */
const LOT = 200;
/** Of copies that have lost the one that stood for them, so many are looked at to find the next. */
const HEIRS = 100;

/**
 * Scripts with the same content, of which the one seen last stands for the others. What a change costs
 * does not depend on how many there are: only those that stand are looked at, and those just seen.
 */
export const scriptCopyStore = {
  /** The keys of scripts that may have copies. */
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

  /** Scripts that were just seen may stand for their copies now. */
  async markSeen(tx: Tx, ids: readonly string[]): Promise<void> {
    const newest = new Map<string, string>();
    for (const some of lots(ids, LOT)) {
      const rows = await newestFirst(tx).where('page_items.id', 'in', some).execute();
      for (const { id, key } of rows) if (key !== null && !newest.has(key)) newest.set(key, id);
    }
    await setCopies(tx, [...newest.values()], false);
    await scriptCopyStore.settle(tx, [...newest.keys()]);
  },

  /** Leaves one script of each key that stands for the others. */
  async settle(tx: Tx, keys: readonly (string | null | undefined)[]): Promise<void> {
    const wanted = [...new Set(keys)].filter((key) => typeof key === 'string');
    for (const some of lots(wanted, LOT)) {
      const standing = Map.groupBy(await standingOf(tx, some).execute(), ({ key }) => key);
      const copies: string[] = [];
      const chosen: string[] = [];
      for (const key of some) {
        const [first, ...others] = standing.get(key) ?? (await heirsOf(tx, key));
        if (first) chosen.push(first.id);
        // Of heirs the others are copies already.
        if (standing.has(key)) copies.push(...others.map(({ id }) => id));
      }
      await setCopies(tx, chosen, false);
      await setCopies(tx, copies, true);
    }
  },
};

/**
 * Equal content from the same place on the same host of the zone. What lists leave out by its path does
 * not stand for what they show.
 */
export function copyKeyOf(item: PageItem, hash: string): string {
  const { zoneId, host, urlHost, name } = item;
  const text = [zoneId, host, urlHost, hash, hasCdnCgiPath(name) ? 'cdn-cgi' : ''].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Those that are no copies, the one seen last first. */
export function standingOf(db: Db, keys: readonly string[]) {
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

/** The one seen last first, among some. Whichever is seen next takes over anyway. */
async function heirsOf(db: Db, key: string) {
  const some = db
    .selectFrom('page_scripts')
    .select('item_id')
    .where('copy_key', '=', key)
    .limit(HEIRS);
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
  for (const some of lots(ids, LOT)) {
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
