import type { Kysely } from 'kysely';
import { mayEdit, type ZoneSetting } from '../../../catalogs/zone-settings/zone-setting.ts';
import type { CoreTables } from '../../../storage/core-tables.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';

/** What other areas can look up about settings of zones. */
export interface ZoneSettingDirectory {
  /**
   * The zones among these whose setting has the value, and whose plan includes the setting. `within` is the transaction
   * that asks, if there is one.
   */
  zonesWith(
    setting: ZoneSetting,
    value: string,
    zoneIds: readonly string[] | 'all',
    within?: Kysely<CoreTables>,
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
    within?: Kysely<CoreTables>,
  ): Promise<ReadonlySet<string>> {
    // The database has the tables of all areas; only the types differ.
    const db = (within as Kysely<PlatformTables> | undefined) ?? this.#database.read;
    let query = db
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
