import { BoundedMap } from '../../kernel/bounded-map.ts';
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

const DAY_MS = 24 * 60 * 60_000;
/**
 * Pages stay open for hours. Those with policies may be in caches for weeks, where they are enforced with
 * the token that they were stored with; nobody would hear of what they refuse.
 */
const lives = { monitor: DAY_MS, log: 30 * DAY_MS, allow: 30 * DAY_MS } as const satisfies Record<
  ReportMode,
  number
>;
/** How far the clocks of nodes may be apart. */
const SKEW_MS = 60_000;
const LONGEST = 512;
const VERSION = 1;
/** All visitors of a zone get the same token for a while, so few are in use at once. */
const REMEMBERED = 1_024;

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
  /** Those that were found to be ours. */
  readonly #known = new BoundedMap<string, ReportToken>(REMEMBERED);

  constructor(key: Buffer) {
    this.#seal = new Seal(key, 'page report', LONGEST);
  }

  encode({ zoneId, policyId, mode, issuedAt }: ReportToken): string {
    const row: Row = [VERSION, zoneId, policyId, mode, issuedAt];
    return this.#seal.close(row);
  }

  read(text: string, now: number): TokenState {
    const token = this.#known.get(text) ?? this.#open(text);
    if (!token) return { state: 'forged' };
    const { issuedAt, mode } = token;
    const isOver = now > issuedAt + lives[mode] || issuedAt > now + SKEW_MS;
    return isOver ? { state: 'expired' } : { state: 'valid', token };
  }

  #open(text: string): ReportToken | undefined {
    // The seal proves that it is a row of ours, though perhaps of another version.
    const row = this.#seal.open(text) as Row | undefined;
    if (row?.[0] !== VERSION) return undefined;
    const [, zoneId, policyId, mode, issuedAt] = row;
    const token = { zoneId, policyId, mode, issuedAt };
    // A copy: a part of the address would keep all of it in memory.
    this.#known.set(Buffer.from(text).toString(), token);
    return token;
  }
}
