import { BoundedMap } from '../../kernel/bounded-map.ts';
import { Seal } from '../challenge/seal.ts';

/** The purpose of a report: monitoring, or a policy with this action. */
export type ReportMode = 'monitor' | 'log' | 'allow';

/** The purpose of the reports that a browser sends. The browser sends the token back with each report. */
export interface ReportToken {
  readonly zoneId: string;
  /** Empty for monitoring. */
  readonly policyId: string;
  readonly mode: ReportMode;
  /** The page view, for monitoring. Empty for a policy: its token is the same for all visitors for a while. */
  readonly view: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

export type TokenState =
  | { readonly state: 'valid'; readonly token: ReportToken }
  | { readonly state: 'forged' | 'expired' };

const DAY_MS = 24 * 60 * 60_000;
/**
 * Pages stay open for hours. Pages with policies may stay in caches for weeks, and browsers enforce the policies
 * with the token that was stored with them. With a shorter validity these violations would be lost.
 */
const validity = {
  monitor: DAY_MS,
  log: 30 * DAY_MS,
  allow: 30 * DAY_MS,
} as const satisfies Record<ReportMode, number>;
/** The largest difference between the clocks of two nodes. */
const SKEW_MS = 60_000;
const LONGEST = 512;
const VERSION = 1;
/** The reports of a page come within seconds, so few tokens are in use at once. */
const REMEMBERED = 1_024;

type Row = readonly [
  version: number,
  zoneId: string,
  policyId: string,
  mode: ReportMode,
  issuedAt: number,
  /** Missing in tokens of earlier versions. */
  view?: string,
];

/** Tokens are signed, so that only visitors of a zone's pages can report about it. */
export class ReportTokens {
  readonly #seal: Seal;
  /** Tokens whose signature was verified. */
  readonly #known = new BoundedMap<string, ReportToken>(REMEMBERED);

  constructor(key: Buffer) {
    this.#seal = new Seal(key, 'page report', LONGEST);
  }

  encode({ zoneId, policyId, mode, issuedAt, view }: ReportToken): string {
    const row: Row = [VERSION, zoneId, policyId, mode, issuedAt, view];
    return this.#seal.close(row);
  }

  read(text: string, now: number): TokenState {
    const token = this.#known.get(text) ?? this.#open(text);
    if (!token) return { state: 'forged' };
    const { issuedAt, mode } = token;
    const isOver = now > issuedAt + validity[mode] || issuedAt > now + SKEW_MS;
    return isOver ? { state: 'expired' } : { state: 'valid', token };
  }

  #open(text: string): ReportToken | undefined {
    // The signature proves that an edge made this value, but perhaps an edge of another version.
    const row = this.#seal.open(text) as Row | undefined;
    if (row?.[0] !== VERSION) return undefined;
    const [, zoneId, policyId, mode, issuedAt, view = ''] = row;
    const token = { zoneId, policyId, mode, issuedAt, view };
    // A copy, because a substring of the URL would keep the whole URL in memory.
    this.#known.set(Buffer.from(text).toString(), token);
    return token;
  }
}
