import type { ZonePackages } from '../../catalogs/previous-firewall/rule-states.ts';
import type { ZoneSetting } from '../../catalogs/zone-settings/zone-setting.ts';
import { findZoneSetting } from '../../catalogs/zone-settings/zone-settings.ts';
import type { ZoneSettingDirectory } from '../platform/zone-settings/zone-setting-read-model.ts';
import { noSettings } from './packages/package-model.ts';
import { packageStore } from './packages/package-store.ts';
import type { PreviousFirewallDatabase } from './previous-firewall-tables.ts';
import type { UriOverride } from './uri-overrides/override-model.ts';
import { mapOverride } from './uri-overrides/override-store.ts';

/** All that the previous firewall of a zone consists of. */
export interface PreviousFirewall {
  /** The setting `waf`. */
  readonly isOn: boolean;
  readonly packages: ZonePackages;
  readonly overrides: readonly UriOverride[];
}

const nothing: PreviousFirewall = { isOn: false, packages: noSettings, overrides: [] };

export class PreviousFirewallReadModel {
  readonly #database: PreviousFirewallDatabase;
  readonly #settings: ZoneSettingDirectory;

  constructor(database: PreviousFirewallDatabase, settings: ZoneSettingDirectory) {
    this.#database = database;
    this.#settings = settings;
  }

  async find(zoneId: string): Promise<PreviousFirewall> {
    return (await this.list([zoneId])).get(zoneId) ?? nothing;
  }

  /** Zones that have nothing of it are missing. */
  async list(zoneIds: readonly string[] | 'all'): Promise<ReadonlyMap<string, PreviousFirewall>> {
    const { read } = this.#database;
    const on = await this.#settings.zonesWith(wafSetting(), 'on', zoneIds);
    const packages = await packageStore.list(read, zoneIds);
    const overrides = await this.#overrides(zoneIds);
    const found = new Set([...on, ...packages.keys(), ...overrides.keys()]);
    return new Map(
      [...found].map((id) => [
        id,
        {
          isOn: on.has(id),
          packages: packages.get(id) ?? noSettings,
          overrides: overrides.get(id) ?? [],
        },
      ]),
    );
  }

  async #overrides(zoneIds: readonly string[] | 'all'): Promise<Map<string, UriOverride[]>> {
    let query = this.#database.read.selectFrom('uri_overrides').selectAll();
    if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
    const rows = await query.orderBy('created_at').orderBy('id').execute();
    return Map.groupBy(rows.map(mapOverride), ({ zoneId }) => zoneId);
  }
}

function wafSetting(): ZoneSetting {
  const setting = findZoneSetting('waf');
  if (!setting) throw new Error('there is no zone setting "waf"');
  return setting;
}
