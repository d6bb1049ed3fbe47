import type { Generated } from 'kysely';

/** Tables of the storage kit itself, shared by all areas. Times are milliseconds since the epoch. */
export interface CoreTables {
  outbox: OutboxTable;
  audit_entries: AuditEntryTable;
  leases: LeaseTable;
  tasks: TaskTable;
  topic_positions: TopicPositionTable;
  node_reports: NodeReportTable;
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
  /** The API call of the change; null if there was none. */
  call_id: string | null;
  call_method: string | null;
  call_path: string | null;
  call_status: number | null;
  /** JSON text or null. */
  before: string | null;
  after: string | null;
  created_at: number;
}

export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
  /** Grows with every change of holder: a fencing token. */
  epoch: number;
}

/** `ready`: due at `run_at`, or running. `blocked`: behind a ready task of the same key. `dead`: a dead letter. */
export type TaskState = 'ready' | 'blocked' | 'dead';

export interface TaskTable {
  /** Grows in the order of enqueuing. */
  seq: Generated<number>;
  id: string;
  queue: string;
  /** Tasks of one queue with the same key run one after the other. */
  task_key: string | null;
  /** JSON text. */
  payload: string;
  state: TaskState;
  attempts: number;
  run_at: number;
  /** When `run_at` was set. A time in the future means that the clock was set back since. */
  scheduled_at: number;
  /** The age of the task counts from this time. */
  first_due_at: number;
  claimed_by: string | null;
  claimed_until: number;
  last_error: string | null;
  created_at: number;
}

/** How far a consumer has read a stream of a topic. */
export interface TopicPositionTable {
  consumer: string;
  topic: string;
  stream: string;
  /** The number of the last message that was read. */
  number: number;
  taken_at: number;
}

/** What a running node has last reported about its edge processes. */
export interface NodeReportTable {
  /** New at every start of a primary. */
  node: string;
  /** The host on which it runs. */
  name: string;
  /** JSON text. */
  report_json: string;
  /** Grows with every report. */
  version: number;
  reported_at: number;
}
