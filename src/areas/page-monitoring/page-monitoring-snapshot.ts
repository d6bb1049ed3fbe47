import type {
  PageMonitoringSection,
  PagePolicySnapshot,
} from '../../contracts/snapshot/page-monitoring-section.ts';
import type { SnapshotSection } from '../area-module.ts';
import type { PageMonitoringDatabase } from './page-monitoring-tables.ts';
import type { PagePolicy } from './policies/policy-model.ts';
import type { PolicySecrets } from './policies/policy-secrets.ts';
import { mapPolicy } from './policies/policy-store.ts';
import { defaultSettings } from './settings/settings-model.ts';
import { mapSettings } from './settings/settings-store.ts';

/** Compiles the stored settings and policies of zones for the edge. */
export function pageMonitoringSnapshot(
  database: PageMonitoringDatabase,
  secrets: PolicySecrets,
): SnapshotSection<'pageMonitoring'> {
  return {
    name: 'pageMonitoring',
    resources: ['zone', 'page_settings', 'page_policy'],
    async build(zoneIds) {
      const settings = await readSettings(database, zoneIds);
      const policies = Map.groupBy(
        await readPolicies(database, secrets, zoneIds),
        (each) => each.zoneId,
      );
      const sections = new Map<string, PageMonitoringSection>();
      for (const zoneId of new Set([...settings.keys(), ...policies.keys()])) {
        const chosen = settings.get(zoneId) ?? defaultSettings(0);
        const isSwitchedOff = settings.has(zoneId) && !chosen.enabled;
        const enabled = isSwitchedOff ? [] : (policies.get(zoneId) ?? []);
        if (!chosen.enabled && enabled.length === 0) continue;
        sections.set(zoneId, {
          isMonitored: chosen.enabled,
          usesSharedEndpoint: chosen.usesSharedEndpoint,
          keepsConnectionPaths: chosen.keepsConnectionPaths,
          policies: enabled.map(snapshotOf),
        });
      }
      return sections;
    },
  };
}

async function readSettings({ read }: PageMonitoringDatabase, zoneIds: readonly string[] | 'all') {
  let query = read.selectFrom('page_settings').selectAll();
  if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.zone_id, mapSettings(row)]));
}

async function readPolicies(
  { read }: PageMonitoringDatabase,
  secrets: PolicySecrets,
  zoneIds: readonly string[] | 'all',
) {
  let query = read.selectFrom('page_policies').selectAll().where('enabled', '=', 1);
  if (zoneIds !== 'all') query = query.where('zone_id', 'in', [...zoneIds]);
  const rows = await query.orderBy('position').execute();
  return rows.map((row) => mapPolicy(row, (sealed, id) => secrets.open(sealed, id)));
}

function snapshotOf({ id, document }: PagePolicy): PagePolicySnapshot {
  const { action, expression, value } = document;
  return { id, action, expression, value };
}
