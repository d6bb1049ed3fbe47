import type { Insertable, Selectable } from 'kysely';
import type { ScriptReason } from '../../../detectors/script-classifier/script-verdict.ts';
import { isBadCode, isMalicious, type PageItem, withFact } from '../inventory/item-model.ts';
import { chunksOf } from '../inventory/item-store.ts';
import type { Db, PageScriptTable, ScriptScoreColumns, Tx } from '../page-monitoring-tables.ts';
import { copyKeyOf, scriptCopyStore } from './script-copy-store.ts';

const MOST_VERSIONS = 10;
/** Ids in one query. */
const IDS = 200;

/** One content of a script, with its scores. They are null if it was too large to be classified. */
export interface ScriptVersion extends ScriptScoreColumns {
  readonly hash: string;
  readonly fetched_at: number;
}

/** The changes of a fetch. */
export interface FetchOutcome {
  readonly hashBefore: string | undefined;
  readonly becameMalicious: boolean;
}

/** Fetched scripts with their versions. */
export const scriptStore = {
  /** Saves the result of a fetch, with a new version if the content has changed. */
  async saveFetch(
    tx: Tx,
    item: PageItem,
    version: ScriptVersion,
    reasons: readonly ScriptReason[] = [],
  ): Promise<FetchOutcome> {
    const before = await findScript(tx, item.id);
    const { hash, ...rest } = version;
    const copyKey = copyKeyOf(item, hash);
    const row: Insertable<PageScriptTable> = {
      item_id: item.id,
      hash,
      copy_key: copyKey,
      // `chooseRepresentatives` below decides.
      is_copy: 0,
      reasons_json: JSON.stringify(reasons),
      ...rest,
    };
    await tx
      .insertInto('page_scripts')
      .values(row)
      .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
      .execute();
    if (before?.hash !== hash) await addVersion(tx, item.id, version);
    const score = version.js_integrity_score;
    await tx
      .updateTable('page_items')
      .set({ class: withFact(item.class, 'malicious', isMalicious(item, score)) })
      .where('id', '=', item.id)
      .execute();
    await scriptCopyStore.chooseRepresentatives(tx, [before?.copy_key, copyKey]);
    return {
      hashBefore: before?.hash ?? undefined,
      becameMalicious: isBadCode(score) && !isBadCode(before?.js_integrity_score),
    };
  },

  async findMany(
    db: Db,
    ids: readonly string[],
  ): Promise<Map<string, Selectable<PageScriptTable>>> {
    if (ids.length === 0) return new Map();
    const query = db
      .selectFrom('page_scripts')
      .selectAll()
      .where('item_id', 'in', [...ids]);
    return new Map((await query.execute()).map((row) => [row.item_id, row]));
  },

  /** Hashes of the stored versions of scripts. Scripts that were never fetched are missing. */
  async versionHashes(db: Db, ids: readonly string[]): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    for (const some of chunksOf(ids, IDS)) {
      const rows = await db
        .selectFrom('page_script_versions')
        .select(['item_id', 'hash'])
        .where('item_id', 'in', some)
        .execute();
      for (const { item_id: id, hash } of rows) {
        found.set(id, (found.get(id) ?? new Set()).add(hash));
      }
    }
    return found;
  },

  /** Newest first. */
  async versions(db: Db, itemId: string): Promise<ScriptVersion[]> {
    return await db
      .selectFrom('page_script_versions')
      .selectAll()
      .where('item_id', '=', itemId)
      .orderBy('number', 'desc')
      .limit(MOST_VERSIONS)
      .execute();
  },
};

async function findScript(db: Db, itemId: string) {
  return await db
    .selectFrom('page_scripts')
    .select(['hash', 'copy_key', 'js_integrity_score'])
    .where('item_id', '=', itemId)
    .executeTakeFirst();
}

async function addVersion(tx: Tx, itemId: string, version: ScriptVersion): Promise<void> {
  const last = await tx
    .selectFrom('page_script_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await tx
    .insertInto('page_script_versions')
    .values({ item_id: itemId, number, ...version })
    .execute();
  await tx
    .deleteFrom('page_script_versions')
    .where('item_id', '=', itemId)
    .where('number', '<=', number - MOST_VERSIONS)
    .execute();
}
