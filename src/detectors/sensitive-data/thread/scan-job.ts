import type { RuleReport } from '../describe-findings.ts';

/** How to decode the bytes of a body. */
export interface BodyType {
  readonly contentType: string;
  /** Value of `Content-Encoding`. */
  readonly encoding?: string | undefined;
}

/** A body to be scanned, in the chunks in which it arrived. */
export interface ScanJob extends BodyType {
  readonly chunks: readonly Buffer[];
  readonly length: number;
}

/** A body as the scanner thread receives it. */
export interface ScanBody extends BodyType {
  readonly bytes: Uint8Array;
}

/** A message of the thread about a body; none is sent without findings. */
export type ScanUpdate = { readonly reports: readonly RuleReport[] } | { readonly problem: string };
