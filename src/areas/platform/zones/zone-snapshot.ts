import { actingSettings } from '../../../catalogs/zone-settings/acting-settings.ts';
import type { ZoneSection } from '../../../contracts/snapshot/zone-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import { mapUrlNormalization } from '../url-normalization/url-normalization-store.ts';
import { trafficSettings } from '../zone-settings/zone-setting-model.ts';

/** Compiles stored zones for the edge, which matches requests to them. */
export function zoneSnapshot(database: PlatformDatabase): SnapshotSection<'zone'> {
  return {
    name: 'zone',
    resources: ['zone', 'url_normalization', 'zone_setting'],
    async build(zoneIds) {
      let query = database.read
        .selectFrom('zones')
        .leftJoin('url_normalizations', 'url_normalizations.zone_id', 'zones.id')
        .select(['id', 'name', 'account_id', 'paused', 'plan'])
        .select([
          'url_normalizations.type as url_type',
          'url_normalizations.scope as url_scope',
          'url_normalizations.ambiguous_paths as ambiguous_paths',
        ]);
      if (zoneIds !== 'all') query = query.where('id', 'in', [...zoneIds]);
      const rows = await query.execute();
      const written = await writtenSettings(database, zoneIds);
      return new Map<string, ZoneSection>(
        rows.map((row) => [
          row.id,
          {
            name: row.name,
            accountId: row.account_id,
            paused: row.paused === 1,
            plan: row.plan,
            ...urlNormalizationOf(row),
            ...trafficOf(written.get(row.id), row.plan),
          },
        ]),
      );
    },
  };
}

/** Empty for zones with the defaults, which nearly all have. */
function urlNormalizationOf(row: {
  readonly url_type: string | null;
  readonly url_scope: string | null;
  readonly ambiguous_paths: string | null;
}): Pick<ZoneSection, 'urlNormalization'> {
  const { url_type: type, url_scope: scope, ambiguous_paths } = row;
  if (type === null || scope === null || ambiguous_paths === null) return {};
  return { urlNormalization: mapUrlNormalization({ type, scope, ambiguous_paths }) };
}

type Values = Map<string, unknown>;

const actingIds = actingSettings.map(({ id }) => id);

/** The stored settings that the edge applies, by zone. Most zones have none. */
async function writtenSettings(
  database: PlatformDatabase,
  zoneIds: readonly string[] | 'all',
): Promise<ReadonlyMap<string, Values>> {
  let query = database.read
    .selectFrom('zone_settings')
    .select(['zone_id', 'id', 'value_json'])
    .where('id', 'in', actingIds);
  if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
  const byZone = new Map<string, Values>();
  for (const { zone_id, id, value_json } of await query.execute()) {
    const values = byZone.get(zone_id) ?? new Map();
    byZone.set(zone_id, values.set(id, JSON.parse(value_json)));
  }
  return byZone;
}

function trafficOf(values: Values | undefined, plan: string): Pick<ZoneSection, 'traffic'> {
  const traffic = values && trafficSettings(values, plan);
  return traffic ? { traffic } : {};
}
