import type { BatchLimits, LogScope, Period } from '../../../contracts/shipping/shipping-job.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import { ownerId, type Scope } from '../../../resources/scope.ts';

export const DEFAULT_DATASET = 'http_requests';

/** The members of a job that clients write. */
export interface JobDocument {
  readonly name?: string;
  readonly dataset: string;
  readonly enabled?: boolean;
  readonly kind?: '' | 'edge';
  readonly filter?: string;
  /** Empty if it was encrypted with another key than that of this node. */
  readonly destination_conf: string;
  readonly output_options?: OutputOptionsDocument;
  readonly logpull_options?: string;
  readonly frequency?: 'high' | 'low';
  readonly max_upload_bytes?: number;
  readonly max_upload_records?: number;
  readonly max_upload_interval_seconds?: number;
}

export interface OutputOptionsDocument {
  readonly field_names?: readonly string[];
  readonly output_type?: 'ndjson' | 'csv';
  readonly batch_prefix?: string;
  readonly batch_suffix?: string;
  readonly record_prefix?: string;
  readonly record_suffix?: string;
  readonly record_delimiter?: string;
  readonly field_delimiter?: string;
  readonly record_template?: string;
  readonly timestamp_format?: string;
  readonly sample_rate?: number;
  readonly 'CVE-2021-44228'?: boolean;
  readonly merge_subrequests?: boolean;
}

export interface Job extends StoredDocument<JobDocument> {
  readonly owner: LogScope;
  readonly version: number;
  readonly enabledAt: number;
  readonly periods: readonly Period[];
  /** When someone asked last to try its deliveries at once. */
  readonly retriedAt: number | null;
  /** The last reports of the nodes. */
  readonly nodes: readonly JobNode[];
}

/** The state of a job on a node. */
export interface JobNode {
  readonly lastComplete: number | undefined;
  readonly failure: JobFailure | undefined;
  readonly reportedAt: number;
}

export interface JobFailure {
  readonly at: number;
  readonly since: number;
  readonly message: string;
}

/**
 * Edges hand lines over up to 50 ms after they served them, and later on a busy machine. A job gets lines that were handed over this long
 * after it was disabled, so that none are lost that were served before.
 */
const HANDED_OVER_MS = 2_000;
/** More than a person makes. Lines of older periods that are not read yet are lost. */
const KEPT_PERIODS = 200;

/** The periods of a job after a change. Enabled again within the time above, it continues as if it had not been disabled. */
export function periodsAfter(
  before: readonly Period[],
  enabled: boolean,
  now: number,
): readonly Period[] {
  const last = before.at(-1);
  const isRunning = last !== undefined && last.to === undefined;
  if (isRunning === enabled) return before;
  const older = before.slice(0, -1);
  if (isRunning) return [...older, { from: last.from, to: now + HANDED_OVER_MS }];
  if (last?.to !== undefined && now <= last.to) return [...older, { from: last.from }];
  return [...before, { from: now }].slice(-KEPT_PERIODS);
}

export const logScope = (scope: Scope): LogScope => ({ kind: scope.kind, id: ownerId(scope) });

/** Failing nodes report at least once in this time, so a node without a report for longer is gone. */
const REPORT_TIMEOUT_MS = 2 * 60 * 60 * 1000;

/** The time of the last delivery by any node, and the latest failure of a failing node. */
export function jobState(nodes: readonly JobNode[]) {
  const times = nodes.flatMap(({ lastComplete }) => lastComplete ?? []);
  const newest = Math.max(...nodes.map(({ reportedAt }) => reportedAt));
  const present = nodes.filter(({ reportedAt }) => reportedAt > newest - REPORT_TIMEOUT_MS);
  const failures = present.flatMap(({ failure }) => failure ?? []);
  return {
    lastComplete: times.length > 0 ? Math.max(...times) : undefined,
    failure: failures.toSorted((a, b) => b.at - a.at)[0],
  };
}

interface UploadLimit {
  readonly least: number;
  readonly most: number;
}

/** Bounds of `max_upload_…`; 0 is allowed as well. */
export const uploadLimits = {
  max_upload_bytes: { least: 5_000_000, most: 1_000_000_000 },
  max_upload_records: { least: 1_000, most: 1_000_000 },
  max_upload_interval_seconds: { least: 30, most: 300 },
} as const satisfies Readonly<Record<string, UploadLimit>>;

/** Default limits. */
const byFrequency = {
  high: { records: 100_000, seconds: 30 },
  low: { records: 1_000_000, seconds: 300 },
};

/** While the body of a batch is built, its lines are in memory several times. */
const MOST_BATCH_BYTES = 16_000_000;

/** The upper limit of every batch. `destinationBytes` is the limit of the destination. */
export function mostBatchBytes(destinationBytes: number): number {
  return Math.min(destinationBytes, MOST_BATCH_BYTES);
}

/** When batches are closed. 0 stands for the default: declarative clients send it instead of omitting the member. */
export function batchLimits(document: JobDocument, destinationBytes: number): BatchLimits {
  const { records, seconds } = byFrequency[document.frequency ?? 'high'];
  const most = mostBatchBytes(destinationBytes);
  return {
    bytes: Math.min(document.max_upload_bytes || most, most),
    records: document.max_upload_records || records,
    seconds: document.max_upload_interval_seconds || seconds,
  };
}
