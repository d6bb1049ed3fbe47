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

export function mapOverride(row: UriOverrideTable): UriOverride {
  return { ...fromColumns<UriOverrideDocument>(row), zoneId: row.zone_id };
}
