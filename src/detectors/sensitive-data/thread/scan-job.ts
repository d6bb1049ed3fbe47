import type { RuleReport } from '../describe-findings.ts';

/** How the bytes of a body are to be read. */
export interface BodyType {
  readonly contentType: string;
  /** Value of `Content-Encoding`. */
  readonly encoding?: string | undefined;
}

/** A body to be looked through, in the pieces in which it came. */
export interface ScanJob extends BodyType {
  readonly chunks: readonly Buffer[];
  readonly length: number;
}

/** A body as the thread sees it. */
export interface ScanBody extends BodyType {
  readonly bytes: Uint8Array;
}

/** What the thread says of a body; nothing when nothing was found. */
export type ScanUpdate = { readonly reports: readonly RuleReport[] } | { readonly problem: string };
