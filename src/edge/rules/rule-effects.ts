import type { RateLimit } from '../../contracts/rate-questions.ts';
import type { OriginRuntime } from '../balancing/origin-runtime.ts';
import type { OriginOverride } from '../upstream/overridden-origins.ts';
import type { DeferredCount, LogFields, OriginCount, ResponseScan } from './deferred-effects.ts';
import type { HeaderChange } from './header-changes.ts';
import type { RuleMatch } from './rule-match.ts';
import type { PhaseView, RunRecord } from './run-record.ts';

/** The effects of rules on a request. Created by the first phase with rules, because many zones have none. */
export class RuleEffects {
  /** Logged matches, in order. */
  readonly matches: RuleMatch[] = [];
  skips: Skips | undefined;
  /** Changes of request headers for the origin, and of response headers for the visitor. */
  readonly headerChanges: HeaderChange[] = [];
  readonly responseHeaderChanges: HeaderChange[] = [];
  /** The Host header for the origin, if a rule sets it. */
  hostHeader: string | undefined;
  /** The origin override of rules, and the origin that it resolved to. */
  originOverride: OriginOverride | undefined;
  overriddenOrigin: OriginRuntime | undefined;
  /** The scans of the response. */
  readonly scans: ResponseScan[] = [];
  /** Additional fields of the request log. */
  readonly logFields: LogFields[] = [];
  /** Rate limit counts that wait for the response. */
  readonly deferredCounts: DeferredCount[] = [];
  /** Rate limit counts that are taken back if the request does not go to an origin. */
  readonly originCounts: OriginCount[] = [];
  /** The count that a rule waits for, and the answers by key: milliseconds to wait, 0 for requests within the limit. */
  rateQuestion: { readonly key: string; readonly limit: RateLimit } | undefined;
  readonly rateAnswers = new Map<string, number>();
  /** Milliseconds until a visitor that a rate limit refused may retry. */
  retryAfterMs: number | undefined;
  /** The part of the URL that a rule has searched for a password: it must not be logged. */
  secretIn: 'query' | 'target' | undefined;
  /** The records that a trace is made from. */
  readonly ran: RunRecord[] = [];
  lastView: PhaseView | undefined;
}

/** Phases, rulesets and rules that skip rules have disabled for the rest of the request. */
export interface Skips {
  readonly phases: Set<string>;
  readonly rulesets: Set<string>;
  readonly rules: Set<string>;
}
