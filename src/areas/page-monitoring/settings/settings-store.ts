import type { Selectable } from 'kysely';
import type { Db, PageSettingsTable } from '../page-monitoring-tables.ts';
import type { PageSettings } from './settings-model.ts';

export const settingsStore = {
  async find(db: Db, zoneId: string): Promise<PageSettings | undefined> {
    const row = await db
      .selectFrom('page_settings')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .executeTakeFirst();
    return row && mapSettings(row);
  },

  /** Selects the zones with page monitoring. */
  async monitoredAmong(db: Db, zoneIds: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('page_settings')
      .select('zone_id')
      .where('zone_id', 'in', [...zoneIds])
      .where('enabled', '=', 1)
      .execute();
    return new Set(rows.map(({ zone_id: id }) => id));
  },

  async save(db: Db, zoneId: string, settings: PageSettings): Promise<void> {
    const row = {
      enabled: settings.enabled ? 1 : 0,
      shared_endpoint: settings.usesSharedEndpoint ? 1 : 0,
      connection_paths: settings.keepsConnectionPaths ? 1 : 0,
      updated_at: settings.updatedAt,
    };
    await db
      .insertInto('page_settings')
      .values({ zone_id: zoneId, ...row })
      .onConflict((conflict) => conflict.column('zone_id').doUpdateSet(row))
      .execute();
  },
};

export function mapSettings(row: Selectable<PageSettingsTable>): PageSettings {
  return {
    enabled: row.enabled === 1,
    usesSharedEndpoint: row.shared_endpoint === 1,
    keepsConnectionPaths: row.connection_paths === 1,
    updatedAt: row.updated_at,
  };
}
