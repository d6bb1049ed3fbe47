import type { Kysely } from 'kysely';
import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { PreviousFirewallTables, UriOverrideTable } from '../previous-firewall-tables.ts';
import type { UriOverride, UriOverrideDocument } from './override-model.ts';

export const overrideStore = documentStore<
  PreviousFirewallTables,
  'uri_overrides',
  ZoneScope,
  UriOverride
>({
  table: 'uri_overrides',
  toRow: (override) => ({ ...toColumns(override), zone_id: override.zoneId }),
  fromRow: mapOverride,
});

function mapOverride(row: UriOverrideTable): UriOverride {
  return { ...fromColumns<UriOverrideDocument>(row), zoneId: row.zone_id };
}

/** The oldest first; zones without overrides are missing. */
export async function overridesByZone(
  db: Kysely<PreviousFirewallTables>,
  zoneIds: readonly string[] | 'all',
): Promise<ReadonlyMap<string, readonly UriOverride[]>> {
  let query = db.selectFrom('uri_overrides').selectAll();
  if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
  const rows = await query.orderBy('created_at').orderBy('id').execute();
  return Map.groupBy(rows.map(mapOverride), ({ zoneId }) => zoneId);
}
