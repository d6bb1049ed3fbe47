import type { ResourceStore } from '../../../resources/resource-model.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { Db, PageMonitoringTables, PagePolicyTable } from '../page-monitoring-tables.ts';
import { isEnabled, type PagePolicy, type PolicyAction } from './policy-model.ts';

export const policyStore = {
  async find(db: Db, zone: ZoneScope, id: string): Promise<PagePolicy | undefined> {
    const row = await db
      .selectFrom('page_policies')
      .selectAll()
      .where('zone_id', '=', zone.id)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && mapPolicy(row);
  },

  /** In the order in which they apply. */
  async list(db: Db, zoneId: string): Promise<PagePolicy[]> {
    const rows = await db
      .selectFrom('page_policies')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .orderBy('position')
      .execute();
    return rows.map(mapPolicy);
  },

  async count(db: Db, zone: ZoneScope): Promise<number> {
    return (await policyStore.list(db, zone.id)).length;
  },

  async lastPosition(db: Db, zoneId: string): Promise<number> {
    return (await policyStore.list(db, zoneId)).at(-1)?.position ?? 0;
  },

  async insert(db: Db, policy: PagePolicy): Promise<void> {
    await db.insertInto('page_policies').values(toRow(policy)).execute();
  },

  async update(db: Db, policy: PagePolicy): Promise<void> {
    await db.updateTable('page_policies').set(toRow(policy)).where('id', '=', policy.id).execute();
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('page_policies').where('id', '=', id).execute();
  },
} satisfies ResourceStore<PagePolicy, ZoneScope, PageMonitoringTables> & Record<string, unknown>;

function toRow({ document, ...policy }: PagePolicy): PagePolicyTable {
  return {
    id: policy.id,
    zone_id: policy.zoneId,
    position: policy.position,
    description: document.description,
    action: document.action,
    expression: document.expression,
    value: document.value,
    enabled: isEnabled(document) ? 1 : 0,
    enabled_as_text: typeof document.enabled === 'string' ? 1 : 0,
    created_at: policy.createdAt,
  };
}

export function mapPolicy(row: PagePolicyTable): PagePolicy {
  const enabled = row.enabled === 1;
  const asText = enabled ? 'true' : 'false';
  return {
    id: row.id,
    zoneId: row.zone_id,
    position: row.position,
    createdAt: row.created_at,
    document: {
      description: row.description,
      action: row.action as PolicyAction,
      expression: row.expression,
      enabled: row.enabled_as_text === 1 ? asText : enabled,
      value: row.value,
    },
  };
}
