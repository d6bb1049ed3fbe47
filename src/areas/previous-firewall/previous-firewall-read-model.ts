import type { Kysely } from 'kysely';
import type { ZonePackages } from '../../catalogs/previous-firewall/rule-states.ts';
import type { ZoneSetting } from '../../catalogs/zone-settings/zone-setting.ts';
import { findZoneSetting } from '../../catalogs/zone-settings/zone-settings.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { ZoneSettingDirectory } from '../platform/zone-settings/zone-setting-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type {
  FirewallRuleReadModel,
  FirewallRuleWithFilter,
} from './firewall-rules/firewall-rule-read-model.ts';
import { hasPackages } from './package-plan.ts';
import { noSettings } from './packages/package-model.ts';
import { packageStore } from './packages/package-store.ts';
import { type PageRule, pageRuleReadModel } from './page-rules/page-rule-read-model.ts';
import type {
  PreviousFirewallDatabase,
  PreviousFirewallTables,
} from './previous-firewall-tables.ts';
import type { UriOverride } from './uri-overrides/override-model.ts';
import { overridesByZone } from './uri-overrides/override-store.ts';

/** The complete previous firewall of a zone. Arrays are in the order of creation. */
export interface PreviousFirewall {
  /** Whether the plan includes the packages. */
  readonly hasPackages: boolean;
  /** The setting `waf`. */
  readonly isOn: boolean;
  readonly packages: ZonePackages;
  readonly overrides: readonly UriOverride[];
  readonly firewallRules: readonly FirewallRuleWithFilter[];
  readonly pageRules: readonly PageRule[];
}

interface PreviousFirewallSources {
  readonly database: PreviousFirewallDatabase;
  readonly zones: ZoneDirectory;
  readonly zoneSettings: ZoneSettingDirectory;
  readonly rulesWithFilters: FirewallRuleReadModel;
}

export class PreviousFirewallReadModel {
  readonly #sources: PreviousFirewallSources;

  constructor(sources: PreviousFirewallSources) {
    this.#sources = sources;
  }

  /** Whether the managed rules of a zone were ever switched on. */
  async wasOn(zoneId: string, within?: Kysely<CoreTables>): Promise<boolean> {
    return await this.#sources.zoneSettings.hasTrace(wafSetting(), zoneId, within);
  }

  /** Undefined if the zone has never configured it. */
  async find(zoneId: string, within?: Kysely<CoreTables>): Promise<PreviousFirewall | undefined> {
    return (await this.list([zoneId], within)).get(zoneId);
  }

  /** Zones that have never configured it are missing. */
  async list(
    zoneIds: readonly string[] | 'all',
    within?: Kysely<CoreTables>,
  ): Promise<ReadonlyMap<string, PreviousFirewall>> {
    const { database, zones, zoneSettings, rulesWithFilters } = this.#sources;
    // The database has the tables of all areas; only the types differ.
    const read = (within as Kysely<PreviousFirewallTables> | undefined) ?? database.read;
    const on = await zoneSettings.zonesWith(wafSetting(), 'on', zoneIds, within);
    const packages = await packageStore.list(read, zoneIds);
    const overrides = await overridesByZone(read, zoneIds);
    const firewallRules = await rulesWithFilters.byZone(read, zoneIds);
    const pageRules = await pageRuleReadModel.byZone(read, zoneIds);
    const existing = await zones.listAccounts(zoneIds, within);
    const used = [on, packages, overrides, firewallRules, pageRules];
    const found = existing.filter(({ id }) => used.some((each) => each.has(id)));
    return new Map(
      found.map(({ id, plan }) => [
        id,
        {
          hasPackages: hasPackages(plan),
          isOn: on.has(id),
          packages: packages.get(id) ?? noSettings,
          overrides: overrides.get(id) ?? [],
          firewallRules: firewallRules.get(id) ?? [],
          pageRules: pageRules.get(id) ?? [],
        },
      ]),
    );
  }
}

function wafSetting(): ZoneSetting {
  const setting = findZoneSetting('waf');
  if (!setting) throw new Error('there is no zone setting "waf"');
  return setting;
}
