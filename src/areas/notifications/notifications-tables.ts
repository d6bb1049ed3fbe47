import type { Kysely, Transaction } from 'kysely';
import type { DocumentColumns } from '../../resources/document-store.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the notifications area. Times are milliseconds, `…_json` is JSON text. */
export interface NotificationsTables extends CoreTables {
  notification_policies: NotificationPolicyTable;
  notification_policy_mechanisms: NotificationPolicyMechanismTable;
  notification_webhooks: NotificationWebhookTable;
  notification_pagerduty: NotificationPagerdutyTable;
  notification_silences: NotificationSilenceTable;
  notification_entries: NotificationEntryTable;
  notification_messages: NotificationMessageTable;
  notification_deliveries: NotificationDeliveryTable;
}

export type NotificationsDatabase = Database<NotificationsTables>;
export type Db = Kysely<NotificationsTables>;
export type Tx = Transaction<NotificationsTables>;

/** One lock per account, since policies, destinations and silences refer to each other. */
export function accountLock({ accountId }: { readonly accountId: string }): string {
  return `notifications ${accountId}`;
}

export interface NotificationPolicyTable extends DocumentColumns {
  account_id: string;
  alert_type: string;
  enabled: number;
}

/** The recipients of a policy, to find the policies that use a destination. */
export interface NotificationPolicyMechanismTable {
  policy_id: string;
  type: string;
  mechanism: string;
}

export interface NotificationWebhookTable extends DocumentColumns {
  account_id: string;
  /** The address, encrypted since it often contains a key. */
  url: string;
  /** Encrypted; null if there is none. */
  secret: string | null;
  type: string;
  last_success: number | null;
  last_failure: number | null;
}

export interface NotificationPagerdutyTable extends DocumentColumns {
  account_id: string;
  /** Encrypted. */
  integration_key: string;
}

export interface NotificationSilenceTable {
  id: string;
  account_id: string;
  policy_id: string;
  start_at: number;
  end_at: number;
  created_at: number;
  updated_at: number;
}

/** An alert for one recipient: a policy, or the notification email of a pool. Unique, even if the alert is redelivered. */
export interface NotificationEntryTable {
  /** `policy:ID`, or `pool:ID:ADDRESS` for the notification email of a pool. */
  recipient: string;
  alert_id: string;
  account_id: string;
  alert_type: string;
  /** Alerts of one recipient with the same subject may share a message. */
  subject: string;
  alert_json: string;
  /** When it happened. */
  at: number;
  recorded_at: number;
  /**
   * `sent`: it is in a message. `waiting`: its message is due at `due_at`. `silenced`: a silence of the policy was in effect.
   * `dropped`: a repetition, or the policy was disabled or deleted while the alert waited.
   */
  state: string;
  message_id: string | null;
  due_at: number | null;
}

export interface NotificationMessageTable {
  id: string;
  account_id: string;
  policy_id: string | null;
  alert_type: string;
  recipient: string;
  subject: string;
  message_json: string;
  created_at: number;
}

export interface NotificationDeliveryTable {
  id: string;
  message_id: string;
  account_id: string;
  policy_id: string | null;
  alert_type: string;
  mechanism_type: string;
  mechanism: string;
  /** `waiting`, `delivered` or `failed`. */
  state: string;
  attempts: number;
  error: string | null;
  created_at: number;
  /** When it was delivered or failed. */
  ended_at: number | null;
  /** When the digest is due that it waits for, or was sent in; null if it has a message of its own. */
  held_until: number | null;
  /** The digest that contains it; null until the digest is closed. */
  digest_id: string | null;
}
