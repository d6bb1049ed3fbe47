import type { Generated, Kysely, Transaction } from 'kysely';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';

/** Tables of the log push area. Times are milliseconds, `…_json` is JSON text. */
export interface LogpushTables extends CoreTables {
  logpush_jobs: LogpushJobTable;
  logpush_job_nodes: LogpushJobNodeTable;
  logpush_batches: LogpushBatchTable;
  logpush_replays: LogpushReplayTable;
  logpush_replay_nodes: LogpushReplayNodeTable;
  logpush_numbers: LogpushNumberTable;
  logpush_live_sessions: LogpushLiveSessionTable;
  logpush_live_streams: LogpushLiveStreamTable;
}

export type LogpushDatabase = Database<LogpushTables>;
export type Db = Kysely<LogpushTables>;
export type Tx = Transaction<LogpushTables>;

/** Either `zone_id` or `account_id` is set. */
export interface LogpushJobTable {
  id: number;
  zone_id: string | null;
  account_id: string | null;
  dataset: string;
  enabled: number;
  /** When the job was last enabled; earlier lines are not shipped. */
  enabled_at: number;
  /** The last times at which it was enabled and disabled; null if it was last written by an older version. */
  periods_json: string | null;
  /** When someone asked last to try its deliveries at once. */
  retried_at: number | null;
  /** Increases with every change. */
  version: number;
  /** `destination_conf`, encrypted. */
  destination: string;
  /** Equal for destinations with the same address. */
  destination_key: string;
  /** The members that clients wrote, without the destination. */
  document_json: string;
  created_at: number;
  modified_at: number;
}

/** The progress of a job on a node. */
export interface LogpushJobNodeTable {
  job_id: number;
  node: string;
  ledger_json: string;
  last_complete: number | null;
  /** The last failure; null after a delivery. */
  failed_at: number | null;
  failing_since: number | null;
  failure: string | null;
  reported_at: number;
}

/** The last batches of a job. */
export interface LogpushBatchTable {
  seq: Generated<number>;
  job_id: number;
  batch_id: string;
  node: string;
  batch_json: string;
}

export interface LogpushReplayTable {
  id: string;
  job_id: number;
  from_time: number;
  to_time: number;
  created_at: number;
}

/** The nodes that have finished a replay. */
export interface LogpushReplayNodeTable {
  replay_id: string;
  node: string;
  finished_at: number;
}

/** Counters by name: the highest job id, and the last row of other tables that was copied to the spool. */
export interface LogpushNumberTable {
  name: string;
  number: number;
}

/** At most one per zone. */
export interface LogpushLiveSessionTable {
  zone_id: string;
  /** The id that listeners need, encrypted. */
  session: string;
  /** The token that created it; null for the key of a user. */
  token_id: string | null;
  document_json: string;
  created_at: number;
  /** When the session last had a listener. */
  heard_at: number;
}

/** A live stream that nobody has opened yet. */
export interface LogpushLiveStreamTable {
  secret_hash: string;
  zone_id: string;
  token_id: string | null;
  document_json: string;
  created_at: number;
}
