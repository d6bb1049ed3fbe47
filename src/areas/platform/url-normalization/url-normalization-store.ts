import type { Kysely, Selectable } from 'kysely';
import type { UrlNormalization } from '../../../contracts/snapshot/url-normalization.ts';
import type { PlatformTables, UrlNormalizationTable } from '../platform-tables.ts';

type Db = Kysely<PlatformTables>;

export const urlNormalizationStore = {
  async find(db: Db, zoneId: string): Promise<UrlNormalization | undefined> {
    const row = await db
      .selectFrom('url_normalizations')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row && mapUrlNormalization(row);
  },

  async save(db: Db, zoneId: string, settings: UrlNormalization): Promise<void> {
    const { type, scope, ambiguousPaths } = settings;
    const row = { type, scope, ambiguous_paths: ambiguousPaths };
    await db
      .insertInto('url_normalizations')
      .values({ zone_id: zoneId, ...row })
      .onConflict((conflict) => conflict.column('zone_id').doUpdateSet(row))
      .execute();
  },

  async delete(db: Db, zoneId: string): Promise<void> {
    await db.deleteFrom('url_normalizations').where('zone_id', '=', zoneId).execute();
  },
};

/** The schema of the API has checked the values. */
export function mapUrlNormalization(
  row: Omit<Selectable<UrlNormalizationTable>, 'zone_id'>,
): UrlNormalization {
  return {
    type: row.type as UrlNormalization['type'],
    scope: row.scope as UrlNormalization['scope'],
    ambiguousPaths: row.ambiguous_paths as UrlNormalization['ambiguousPaths'],
  };
}
