/** The topic to which one node of the cluster copies new audit entries; the dataset `audit_logs`. */
export const AUDIT_LOGS_TOPIC = 'audit-logs';

/** An audit entry as it is shipped. */
export interface AuditLogLine {
  /** Null if the change belongs to no account; then no job ships it. */
  readonly accountId: string | null;
  readonly fields: AuditLogFields;
}

/** Members are named like the fields of the dataset. */
export interface AuditLogFields {
  /** Entries are written for changes that were made, so this is always true. */
  readonly ActionResult: true;
  /** `create`, `update` or `delete`. */
  readonly ActionType: string;
  readonly ActorEmail: string;
  readonly ActorID: string;
  readonly ActorIP: string;
  /** `user`, `token` or `system`. */
  readonly ActorType: string;
  readonly ID: string;
  readonly Interface: 'API';
  readonly Metadata: Readonly<Record<string, unknown>>;
  /** The resource after and before the change, without secrets; empty if there was none. */
  readonly NewValue: Readonly<Record<string, unknown>>;
  readonly OldValue: Readonly<Record<string, unknown>>;
  /** The account. */
  readonly OwnerID: string;
  readonly ResourceID: string;
  readonly ResourceType: string;
  /** Milliseconds since the epoch. */
  readonly When: number;
}
