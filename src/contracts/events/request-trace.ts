/** The topic on which the edge explains what it did with requests that were sampled or flagged. */
export const REQUEST_TRACES_TOPIC = 'request-traces';

/**
 * Why a request was answered as it was: every rule that was asked, what it saw and what came of it.
 * Values are masked where the trace is made; see docs/security-events.md. One trace for a request.
 */
export interface RequestTrace {
  readonly zoneId: string;
  readonly accountId: string;
  readonly ray: string;
  /** When the request came, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Chosen by chance, or because a rule reported or ended the request. */
  readonly reason: 'sampled' | 'flagged';
  readonly request: {
    readonly method: string;
    readonly scheme: 'http' | 'https';
    readonly host: string;
    readonly path: string;
    readonly clientIp: string;
  };
  /** In the order in which they run; phases without rules are not there. */
  readonly phases: readonly PhaseTrace[];
  readonly decision: TraceDecision;
  /** What did not fit. */
  readonly leftOut: { readonly rules: number; readonly values: number };
}

export interface PhaseTrace {
  readonly phase: string;
  /** In the order in which they run; rules of an executed ruleset follow the rule that executes it. */
  readonly rules: readonly RuleTrace[];
  /** What conditions saw. Values do not change inside a phase. */
  readonly values: readonly ValueTrace[];
}

export const ruleOutcomes = ['matched', 'not matched', 'skipped', 'failed', 'not reached'] as const;
export type TracedOutcome = (typeof ruleOutcomes)[number];

export interface RuleTrace {
  readonly id: string;
  readonly ref: string;
  readonly rulesetId: string;
  /** The rule that executes the ruleset; empty in entry points. */
  readonly executedBy: string;
  readonly action: string;
  readonly outcome: TracedOutcome;
  /**
   * What the expression gave by itself. True for a rule that did not match: a rate was not exceeded, or
   * credentials are not known. Null when it was not asked.
   */
  readonly condition: boolean | null;
  /** Names in `values`. */
  readonly fields: readonly string[];
  /** What the expression took; null when it was not asked. */
  readonly micros: number | null;
}

export const valueStates = ['shown', 'hidden', 'missing'] as const;

export interface ValueTrace {
  /** A field, with the key that was asked for: `http.request.headers["accept"]`. */
  readonly name: string;
  readonly type: string;
  /** `hidden`: only its length is told. Parts of a shown value can be hidden too. */
  readonly state: (typeof valueStates)[number];
  /** Empty unless shown. */
  readonly value: string;
  /** Bytes of text, or number of elements; 0 for other types. */
  readonly length: number;
}

export interface TraceDecision {
  /** 499: the visitor left before there was an answer. */
  readonly status: number;
  /** Who answered. `edge`: something was wrong, or a load balancer had an answer of its own. */
  readonly by: 'rule' | 'origin' | 'edge';
  /** The rule that ended the request; empty when none did. */
  readonly ruleId: string;
  readonly rulesetId: string;
  readonly phase: string;
  /** What was wrong, as the edge calls it; empty when nothing was. */
  readonly problem: string;
  /** Names of the pool and origin that were chosen last; empty when none was. */
  readonly pool: string;
  readonly origin: string;
  readonly originStatus: number;
  readonly attempts: number;
  /** Microseconds; 0 for what did not happen. */
  readonly micros: {
    readonly total: number;
    readonly firstByte: number;
    readonly originHead: number;
    readonly originTotal: number;
  };
}
