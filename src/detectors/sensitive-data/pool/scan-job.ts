import type { RuleReport } from '../describe-findings.ts';

/** A body to be looked through. */
export interface ScanJob {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Value of `Content-Encoding`. */
  readonly encoding?: string | undefined;
}

export interface ScanResult {
  readonly reports: readonly RuleReport[];
  /** Bytes of decoded text that were looked at; none when the body is no text. */
  readonly scannedBytes: number;
}

/** Several bodies on their way to a thread, as one piece of memory that is moved and not copied. */
export interface ScanBatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly parts: readonly (Omit<ScanJob, 'bytes'> & { readonly length: number })[];
}

/** What a thread says of each body. */
export type ScanAnswer = ScanResult | { readonly problem: string };

export function packJobs(jobs: readonly ScanJob[]): ScanBatch {
  const bytes = new Uint8Array(jobs.reduce((sum, job) => sum + job.bytes.length, 0));
  let at = 0;
  const parts = jobs.map((job) => {
    bytes.set(job.bytes, at);
    at += job.bytes.length;
    return { length: job.bytes.length, contentType: job.contentType, encoding: job.encoding };
  });
  return { bytes, parts };
}

export function unpackJobs({ bytes, parts }: ScanBatch): ScanJob[] {
  let at = 0;
  return parts.map(({ length, ...rest }) => {
    at += length;
    return { ...rest, bytes: bytes.subarray(at - length, at) };
  });
}
