import type { ZoneSection } from '../../../contracts/snapshot/zone-section.ts';
import type { SnapshotSection } from '../../area-module.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import { mapUrlNormalization } from '../url-normalization/url-normalization-store.ts';

/** Compiles stored zones into what the edge needs to recognise their requests. */
export function zoneSnapshot(database: PlatformDatabase): SnapshotSection<'zone'> {
  return {
    name: 'zone',
    resources: ['zone', 'url_normalization'],
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
      return new Map<string, ZoneSection>(
        rows.map((row) => [
          row.id,
          {
            name: row.name,
            accountId: row.account_id,
            paused: row.paused === 1,
            plan: row.plan,
            ...urlNormalizationOf(row),
          },
        ]),
      );
    },
  };
}

/** Nothing for zones with the defaults, which are nearly all. */
function urlNormalizationOf(row: {
  readonly url_type: string | null;
  readonly url_scope: string | null;
  readonly ambiguous_paths: string | null;
}): Pick<ZoneSection, 'urlNormalization'> {
  const { url_type: type, url_scope: scope, ambiguous_paths } = row;
  if (type === null || scope === null || ambiguous_paths === null) return {};
  return { urlNormalization: mapUrlNormalization({ type, scope, ambiguous_paths }) };
}
