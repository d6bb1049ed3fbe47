import type { Selectable } from 'kysely';
import type { Db, PagePolicyTable } from '../page-monitoring-tables.ts';
import type { PagePolicy, PolicyAction } from './policy-model.ts';

export const policyStore = {
  async find(db: Db, zoneId: string, id: string): Promise<PagePolicy | undefined> {
    const row = await db
      .selectFrom('page_policies')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && mapPolicy(row);
  },

  /** In the order in which they act. */
  async list(db: Db, zoneId: string): Promise<PagePolicy[]> {
    const rows = await db
      .selectFrom('page_policies')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .orderBy('position')
      .execute();
    return rows.map(mapPolicy);
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
};

function toRow(policy: PagePolicy): PagePolicyTable {
  return {
    id: policy.id,
    zone_id: policy.zoneId,
    position: policy.position,
    description: policy.description,
    action: policy.action,
    expression: policy.expression,
    value: policy.value,
    enabled: policy.enabled ? 1 : 0,
    enabled_as_text: policy.enabledAsText ? 1 : 0,
    created_at: policy.createdAt,
  };
}

export function mapPolicy(row: Selectable<PagePolicyTable>): PagePolicy {
  return {
    id: row.id,
    zoneId: row.zone_id,
    position: row.position,
    description: row.description,
    action: row.action as PolicyAction,
    expression: row.expression,
    value: row.value,
    enabled: row.enabled === 1,
    enabledAsText: row.enabled_as_text === 1,
    createdAt: row.created_at,
  };
}
