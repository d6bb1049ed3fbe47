import { Seal } from '../challenge/seal.ts';

/** What a report is about: the pages of a zone as they are, or a policy of theirs and what it does. */
export type ReportMode = 'monitor' | 'log' | 'allow';

/** What the edge asked a browser to report, handed back with each report. */
export interface ReportToken {
  readonly zoneId: string;
  /** Empty when pages are only watched. */
  readonly policyId: string;
  readonly mode: ReportMode;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

export type TokenState =
  | { readonly state: 'valid'; readonly token: ReportToken }
  | { readonly state: 'forged' | 'expired' };

/** Pages stay open, and in caches, for hours. */
const LIFE_MS = 24 * 60 * 60_000;
/** How far the clocks of nodes may be apart. */
const SKEW_MS = 60_000;
const LONGEST = 512;
const VERSION = 1;

type Row = readonly [
  version: number,
  zoneId: string,
  policyId: string,
  mode: ReportMode,
  issuedAt: number,
];

/** Signed, so that nobody can report about a zone whose pages they have never seen. */
export class ReportTokens {
  readonly #seal: Seal;

  constructor(key: Buffer) {
    this.#seal = new Seal(key, 'page report', LONGEST);
  }

  encode({ zoneId, policyId, mode, issuedAt }: ReportToken): string {
    const row: Row = [VERSION, zoneId, policyId, mode, issuedAt];
    return this.#seal.close(row);
  }

  read(text: string, now: number): TokenState {
    // The seal proves that it is a row of ours, though perhaps of another version.
    const row = this.#seal.open(text) as Row | undefined;
    if (row?.[0] !== VERSION) return { state: 'forged' };
    const [, zoneId, policyId, mode, issuedAt] = row;
    if (now > issuedAt + LIFE_MS || issuedAt > now + SKEW_MS) return { state: 'expired' };
    return { state: 'valid', token: { zoneId, policyId, mode, issuedAt } };
  }
}
