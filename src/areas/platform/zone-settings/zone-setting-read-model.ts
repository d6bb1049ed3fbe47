import { mayEdit, type ZoneSetting } from '../../../catalogs/zone-settings/zone-setting.ts';
import type { PlatformDatabase } from '../platform-tables.ts';

/** What other areas can look up about settings of zones. */
export interface ZoneSettingDirectory {
  /** The zones among these whose setting has the value, and whose plan includes the setting. */
  zonesWith(
    setting: ZoneSetting,
    value: string,
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlySet<string>>;
}

export class ZoneSettingReadModel implements ZoneSettingDirectory {
  readonly #database: PlatformDatabase;

  constructor(database: PlatformDatabase) {
    this.#database = database;
  }

  async zonesWith(
    setting: ZoneSetting,
    value: string,
    zoneIds: readonly string[] | 'all',
  ): Promise<ReadonlySet<string>> {
    let query = this.#database.read
      .selectFrom('zone_settings')
      .innerJoin('zones', 'zones.id', 'zone_settings.zone_id')
      .select(['zones.id', 'zones.plan'])
      .where('zone_settings.id', '=', setting.id)
      .where('value_json', '=', JSON.stringify(value));
    if (zoneIds !== 'all') query = query.where('zones.id', 'in', [...zoneIds]);
    const rows = await query.execute();
    return new Set(rows.filter(({ plan }) => mayEdit(setting, plan)).map(({ id }) => id));
  }
}
