import type { ResourceStore } from '../../../resources/resource-model.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import type { Db, PageMonitoringTables, PagePolicyTable } from '../page-monitoring-tables.ts';
import { isEnabled, type PagePolicy, type PolicyAction } from './policy-model.ts';
import type { PolicySecrets } from './policy-secrets.ts';

/** Policies, with the signing keys in their expressions sealed. */
export class PolicyStore implements ResourceStore<PagePolicy, ZoneScope, PageMonitoringTables> {
  readonly #secrets: PolicySecrets;

  constructor(secrets: PolicySecrets) {
    this.#secrets = secrets;
  }

  async find(db: Db, zone: ZoneScope, id: string): Promise<PagePolicy | undefined> {
    const row = await db
      .selectFrom('page_policies')
      .selectAll()
      .where('zone_id', '=', zone.id)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && this.#policyOf(row);
  }

  /** In the order in which they apply. */
  async list(db: Db, zoneId: string): Promise<PagePolicy[]> {
    const rows = await db
      .selectFrom('page_policies')
      .selectAll()
      .where('zone_id', '=', zoneId)
      .orderBy('position')
      .execute();
    return rows.map((row) => this.#policyOf(row));
  }

  async count(db: Db, zone: ZoneScope): Promise<number> {
    return (await this.list(db, zone.id)).length;
  }

  async lastPosition(db: Db, zoneId: string): Promise<number> {
    return (await this.list(db, zoneId)).at(-1)?.position ?? 0;
  }

  async insert(db: Db, policy: PagePolicy): Promise<void> {
    await db.insertInto('page_policies').values(this.#rowOf(policy)).execute();
  }

  async update(db: Db, policy: PagePolicy): Promise<void> {
    await db
      .updateTable('page_policies')
      .set(this.#rowOf(policy))
      .where('id', '=', policy.id)
      .execute();
  }

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('page_policies').where('id', '=', id).execute();
  }

  #policyOf(row: PagePolicyTable): PagePolicy {
    return mapPolicy(row, (sealed, id) => this.#secrets.read(sealed, id));
  }

  #rowOf({ document, ...policy }: PagePolicy): PagePolicyTable {
    const { hidden, secrets } = this.#secrets.seal(document.expression, policy.id);
    return {
      id: policy.id,
      zone_id: policy.zoneId,
      position: policy.position,
      description: document.description,
      action: document.action,
      expression: hidden,
      secrets,
      value: document.value,
      enabled: isEnabled(document) ? 1 : 0,
      enabled_as_text: typeof document.enabled === 'string' ? 1 : 0,
      created_at: policy.createdAt,
    };
  }
}

export function mapPolicy(row: PagePolicyTable, open: PolicySecrets['open']): PagePolicy {
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
      expression: open({ hidden: row.expression, secrets: row.secrets }, row.id),
      enabled: row.enabled_as_text === 1 ? asText : enabled,
      value: row.value,
    },
  };
}
