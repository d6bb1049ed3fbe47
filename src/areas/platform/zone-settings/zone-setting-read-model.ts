import type { Kysely } from 'kysely';
import { mayEdit, type ZoneSetting } from '../../../catalogs/zone-settings/zone-setting.ts';
import type { CoreTables } from '../../../storage/core-tables.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import { zoneSettingStore } from './zone-setting-store.ts';

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
  /** Whether a setting that leaves a trace had a value other than its default. */
  hasTrace(setting: ZoneSetting, zoneId: string, within?: Kysely<CoreTables>): Promise<boolean>;
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
    let query = this.#db(within)
      .selectFrom('zone_settings')
      .innerJoin('zones', 'zones.id', 'zone_settings.zone_id')
      .select(['zones.id', 'zones.plan'])
      .where('zone_settings.id', '=', setting.id)
      .where('value_json', '=', JSON.stringify(value));
    if (zoneIds !== 'all') query = query.where('zones.id', 'in', [...zoneIds]);
    const rows = await query.execute();
    return new Set(rows.filter(({ plan }) => mayEdit(setting, plan)).map(({ id }) => id));
  }

  async hasTrace(
    { id }: ZoneSetting,
    zoneId: string,
    within?: Kysely<CoreTables>,
  ): Promise<boolean> {
    return await zoneSettingStore.hasTrace(this.#db(within), zoneId, id);
  }

  /** The database has the tables of all areas; only the types differ. */
  #db(within: Kysely<CoreTables> | undefined): Kysely<PlatformTables> {
    return (within as Kysely<PlatformTables> | undefined) ?? this.#database.read;
  }
}
