import type { OriginRuntime } from '../balancing/origin-runtime.ts';
import type { OriginOverride } from '../upstream/overridden-origins.ts';
import type { LateCount, LogFields, ResponseScan } from './deferred-effects.ts';
import type { HeaderChange } from './header-changes.ts';
import type { RuleMatch } from './rule-match.ts';
import type { PhaseView, RunRecord } from './run-record.ts';

/** What rules leave behind on a request. Most requests meet none, so it is made when the first one does. */
export class RuleEffects {
  /** Rules that matched and say so, in order. */
  readonly matches: RuleMatch[] = [];
  skips: Skips | undefined;
  /** What rules change about headers, for the origin and for the visitor. */
  readonly headerChanges: HeaderChange[] = [];
  readonly responseHeaderChanges: HeaderChange[] = [];
  /** The Host header that a rule wants the origin to see. */
  hostHeader: string | undefined;
  /** Where rules want the request to be sent, and the origin that this has led to. */
  originOverride: OriginOverride | undefined;
  overriddenOrigin: OriginRuntime | undefined;
  /** What the response is scanned for. */
  readonly scans: ResponseScan[] = [];
  /** What the request log is to hold besides. */
  readonly logFields: LogFields[] = [];
  /** Rates that count the request when the response arrives. */
  readonly lateCounts: LateCount[] = [];
  /** When a visitor whom a rate limit refused may come again, in milliseconds from then. */
  retryAfterMs: number | undefined;
  /** Where in the address a rule has looked for a password: nobody may keep that part. */
  secretIn: 'query' | 'target' | undefined;
  /** What a trace is made from. */
  readonly ran: RunRecord[] = [];
  lastView: PhaseView | undefined;
}

/** What skip rules have switched off for the rest of a request. */
export interface Skips {
  readonly phases: Set<string>;
  readonly rulesets: Set<string>;
  readonly rules: Set<string>;
}
