import type { Generated } from 'kysely';

/** Tables of the storage kit itself, shared by all areas. Times are milliseconds since the epoch. */
export interface CoreTables {
  outbox: OutboxTable;
  audit_entries: AuditEntryTable;
  leases: LeaseTable;
  tasks: TaskTable;
}

export interface OutboxTable {
  seq: Generated<number>;
  action: string;
  resource: string;
  resource_id: string;
  account_id: string | null;
  zone_id: string | null;
  created_at: number;
}

export interface AuditEntryTable {
  seq: Generated<number>;
  id: string;
  action: string;
  resource: string;
  resource_id: string;
  account_id: string | null;
  zone_id: string | null;
  actor_type: string;
  actor_id: string;
  actor_email: string | null;
  actor_ip: string | null;
  /** JSON text or null. */
  before: string | null;
  after: string | null;
  created_at: number;
}

export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
  /** Grows with every change of holder: a fencing number. */
  epoch: number;
}

export interface TaskTable {
  id: string;
  queue: string;
  /** JSON text. */
  payload: string;
  state: 'ready' | 'dead';
  attempts: number;
  run_at: number;
  claimed_by: string | null;
  claimed_until: number;
  last_error: string | null;
  created_at: number;
}
