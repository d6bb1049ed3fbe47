import { documentStore, fromColumns, toColumns } from '../../../resources/document-store.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import type { MechanismType } from '../delivery/channel.ts';
import type { Db, NotificationPolicyTable, NotificationsTables } from '../notifications-tables.ts';
import type { Policy } from './policy.ts';
import { mechanismsOf, toPolicy } from './policy-model.ts';
import type { PolicyDocument, PolicyRecord } from './policy-schema.ts';

const documents = documentStore<
  NotificationsTables,
  'notification_policies',
  AccountScope,
  PolicyRecord
>({ table: 'notification_policies', toRow, fromRow: mapPolicy });

/** Policies are written together with the list of their recipients. */
export const policyStore = {
  ...documents,

  async insert(db: Db, policy: PolicyRecord): Promise<void> {
    await documents.insert(db, policy);
    await saveMechanisms(db, policy);
  },

  async update(db: Db, policy: PolicyRecord): Promise<void> {
    await documents.update(db, policy);
    await db
      .deleteFrom('notification_policy_mechanisms')
      .where('policy_id', '=', policy.id)
      .execute();
    await saveMechanisms(db, policy);
  },

  /** All policies of an account, oldest first. The limit per account bounds their number. */
  async all(db: Db, { accountId }: AccountScope): Promise<PolicyRecord[]> {
    const rows = await db
      .selectFrom('notification_policies')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(mapPolicy);
  },

  /** The enabled policies of an account for alerts of these types, oldest first. */
  async enabledOfTypes(db: Db, accountId: string, types: readonly string[]): Promise<Policy[]> {
    if (types.length === 0) return [];
    const rows = await selectEnabled(db, types).where('account_id', '=', accountId).execute();
    return rows.map((row) => toPolicy(mapPolicy(row)));
  },

  /** The same for all accounts. */
  async allEnabledOfTypes(db: Db, types: readonly string[]): Promise<Policy[]> {
    const rows = await selectEnabled(db, types).execute();
    return rows.map((row) => toPolicy(mapPolicy(row)));
  },

  /** The policies of an account that notify through one of these destinations, oldest first. */
  async usersOf(
    db: Db,
    { accountId }: AccountScope,
    type: MechanismType,
    mechanisms: readonly string[],
  ): Promise<PolicyRecord[]> {
    if (mechanisms.length === 0) return [];
    const rows = await db
      .selectFrom('notification_policies')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('notification_policy_mechanisms')
          .select('policy_id')
          .where('mechanism', 'in', [...mechanisms])
          .where('type', '=', type),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(mapPolicy);
  },
};

function selectEnabled(db: Db, types: readonly string[]) {
  return db
    .selectFrom('notification_policies')
    .selectAll()
    .where('alert_type', 'in', [...types])
    .where('enabled', '=', 1)
    .orderBy('created_at')
    .orderBy('id');
}

async function saveMechanisms(db: Db, { id, document }: PolicyRecord): Promise<void> {
  const rows = mechanismsOf(document).map((mechanism) => ({
    policy_id: id,
    type: mechanism.type,
    mechanism: mechanism.id,
  }));
  if (rows.length === 0) return;
  await db.insertInto('notification_policy_mechanisms').values(rows).execute();
}

function toRow(policy: PolicyRecord): NotificationPolicyTable {
  return {
    ...toColumns(policy),
    account_id: policy.accountId,
    alert_type: policy.document.alert_type,
    enabled: (policy.document.enabled ?? true) ? 1 : 0,
  };
}

function mapPolicy(row: NotificationPolicyTable): PolicyRecord {
  return { ...fromColumns<PolicyDocument>(row), accountId: row.account_id };
}
