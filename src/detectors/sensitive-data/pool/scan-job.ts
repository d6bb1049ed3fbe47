import type { RuleReport } from '../describe-findings.ts';

/** A body to be looked through. */
export interface ScanJob {
  /** Belongs to the pool from now on: it may be moved to the thread instead of being copied. */
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Value of `Content-Encoding`. */
  readonly encoding?: string | undefined;
  /** Rules that are on. */
  readonly ruleIds: readonly string[];
}

export interface ScanResult {
  readonly reports: readonly RuleReport[];
  /** Bytes of decoded text that were looked at; none when the body is no text. */
  readonly scannedBytes: number;
}
