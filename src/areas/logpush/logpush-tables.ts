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
}

export type LogpushDatabase = Database<LogpushTables>;
export type Db = Kysely<LogpushTables>;
export type Tx = Transaction<LogpushTables>;

/** Either `zone_id` or `account_id` is there. */
export interface LogpushJobTable {
  id: number;
  zone_id: string | null;
  account_id: string | null;
  dataset: string;
  enabled: number;
  /** When it was enabled last; lines from before are not shipped. */
  enabled_at: number;
  /** Grows with every change. */
  version: number;
  /** `destination_conf`, sealed. */
  destination: string;
  /** Equal for destinations with the same address. */
  destination_key: string;
  /** The members that clients wrote, without the destination. */
  document_json: string;
  created_at: number;
  modified_at: number;
}

/** How far a node is with a job. */
export interface LogpushJobNodeTable {
  job_id: number;
  node: string;
  ledger_json: string;
  last_complete: number | null;
  /** The last failure, if nothing was delivered after it. */
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

/** The last number of a job, and how far rows of other tables were copied to the spool. */
export interface LogpushNumberTable {
  name: string;
  number: number;
}

/** At most one per zone. */
export interface LogpushLiveSessionTable {
  zone_id: string;
  /** The id that whoever listens must know, sealed. */
  session: string;
  document_json: string;
  created_at: number;
  /** When somebody listened last. */
  heard_at: number;
}
