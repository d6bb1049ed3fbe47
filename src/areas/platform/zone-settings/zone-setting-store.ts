import type { Kysely } from 'kysely';
import type { PlatformTables } from '../platform-tables.ts';
import type { WrittenSetting } from './zone-setting-model.ts';

type Db = Kysely<PlatformTables>;

export const zoneSettingStore = {
  /** The settings of a zone that were written, by id. */
  async list(db: Db, zoneId: string): Promise<Map<string, WrittenSetting>> {
    const rows = await db
      .selectFrom('zone_settings')
      .select(['id', 'value_json', 'modified_at'])
      .where('zone_id', '=', zoneId)
      .execute();
    return new Map(
      rows.map(({ id, value_json, modified_at }) => [
        id,
        { value: JSON.parse(value_json), modifiedAt: modified_at },
      ]),
    );
  },

  async save(
    db: Db,
    zoneId: string,
    id: string,
    { value, modifiedAt }: WrittenSetting,
  ): Promise<void> {
    const row = { value_json: JSON.stringify(value), modified_at: modifiedAt };
    await db
      .insertInto('zone_settings')
      .values({ zone_id: zoneId, id, ...row })
      .onConflict((conflict) => conflict.columns(['zone_id', 'id']).doUpdateSet(row))
      .execute();
  },

  /** Records that the setting had a value other than its default. */
  async saveTrace(db: Db, zoneId: string, id: string): Promise<void> {
    await db
      .insertInto('zone_setting_traces')
      .values({ zone_id: zoneId, id })
      .onConflict((conflict) => conflict.columns(['zone_id', 'id']).doNothing())
      .execute();
  },

  async hasTrace(db: Db, zoneId: string, id: string): Promise<boolean> {
    const row = await db
      .selectFrom('zone_setting_traces')
      .select('id')
      .where('zone_id', '=', zoneId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  },

  async delete(db: Db, zoneId: string, id: string): Promise<void> {
    await db
      .deleteFrom('zone_settings')
      .where('zone_id', '=', zoneId)
      .where('id', '=', id)
      .execute();
  },
};
