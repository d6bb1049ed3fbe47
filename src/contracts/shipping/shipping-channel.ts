import type { ShippingJob } from './shipping-job.ts';

/** Messages between the primary and the shipping process of a node. */
export interface ShippingChannel {
  readonly start: { readonly config: ShippingConfig };
  readonly update: ShippingUpdate;
  readonly report: ShippingReport;
}

export interface ShippingConfig {
  /** The folder of the node's bus, whose spool is read. */
  readonly busFolder: string;
  /** The file in which the process stores the cursors and ledgers of jobs. */
  readonly ledgerFile: string;
  /** CIDR ranges that outgoing requests may reach although they are private. */
  readonly outboundAllow: readonly string[];
  /** The folder under which `file:` destinations may write; undefined if the operator has not enabled them. */
  readonly fileFolder: string | undefined;
  /** Named credentials for buckets, configured by the operator, as JSON text; undefined if none. */
  readonly bucketCredentials: string | undefined;
  readonly drainSeconds: number;
  /** Undefined if it is disabled. */
  readonly accessLog: AccessLogConfig | undefined;
}

/** The human-readable access log of all requests. */
export interface AccessLogConfig {
  /** A file; `-` for the standard output. */
  readonly target: string;
  readonly format: 'json' | 'combined';
  /** The file with the position up to which the spool was written to the log. */
  readonly positionFile: string;
  /** The start of the node, in milliseconds since the epoch. Without a position, the log starts with requests of this time. */
  readonly since: number;
}

export type ShippingUpdate =
  | JobsUpdate
  /** The file of the access log was renamed. */
  | { readonly type: 'reopen' };

export type JobsUpdate = {
  readonly type: 'jobs';
  /** True for the first update only: it has all jobs, and others were deleted. */
  readonly isComplete: boolean;
  /** Jobs that run, and are new or changed. */
  readonly set: readonly ShippingJob[];
  /** Jobs that do not run, such as disabled ones. Their pending lines are kept. */
  readonly paused: readonly number[];
  /** Jobs that were deleted. Their pending lines are dropped. */
  readonly removed: readonly number[];
};

export type ShippingReport = {
  readonly type: 'progress';
  /** The id of the ledger file that all figures come from. A node that has lost its file counts from zero under another id. */
  readonly node: string;
  /** Jobs with progress since the last report, at most once a second. */
  readonly jobs: readonly JobProgress[];
};

/** All figures are totals of this node's ledger file since the job was created; the primary stores them unchanged. */
export interface JobProgress {
  readonly jobId: number;
  readonly ledger: Ledger;
  /** Batches that were closed or have changed since the last report, the oldest first. */
  readonly batches: readonly LedgerBatch[];
  /** End of the last delivered range, in milliseconds since the epoch. */
  readonly lastComplete: number | undefined;
  /** The last failure, if nothing was delivered after it. */
  readonly failure:
    | { readonly at: number; readonly since: number; readonly message: string }
    | undefined;
  /** Replays that are finished. */
  readonly replayed: readonly string[];
}

/** `produced = delivered + filtered + sampledOut + pending + dropped`, always. */
export interface Ledger {
  /** Lines of the job's scope in batches that were closed. It never decreases. */
  readonly produced: number;
  readonly delivered: number;
  readonly filtered: number;
  readonly sampledOut: number;
  /** In batches that are closed and not delivered yet. Lines are counted when their batch is closed. */
  readonly pending: number;
  readonly dropped: number;
  /** Lines of any scope that were removed from the spool before this job read them. */
  readonly missed: number;
  readonly batches: number;
  /** Before and after compression. */
  readonly bytes: number;
  readonly bytesSent: number;
}

export interface LedgerBatch {
  /** Receivers can deduplicate batches by this id. */
  readonly id: string;
  readonly state: 'sending' | 'delivered' | 'dropped';
  readonly produced: number;
  readonly filtered: number;
  readonly sampledOut: number;
  readonly records: number;
  readonly bytes: number;
  readonly bytesSent: number;
  /** Times of the first and the last line, in milliseconds since the epoch. */
  readonly firstTime: number;
  readonly lastTime: number;
  readonly attempts: number;
  readonly at: number;
  /** The replay that it belongs to. */
  readonly replay: string | undefined;
}
