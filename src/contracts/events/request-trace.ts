/** The topic on which the edge publishes traces of sampled and flagged requests. */
export const REQUEST_TRACES_TOPIC = 'request-traces';

/**
 * Why a request got its response: every rule that was evaluated, the values it read and its result.
 * Values are masked where the trace is made; see docs/security-events.md. A request has at most one trace.
 */
export interface RequestTrace {
  readonly zoneId: string;
  readonly accountId: string;
  readonly ray: string;
  /** When the request arrived, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** `sampled`: selected at random. `flagged`: a rule reported or ended the request. */
  readonly reason: 'sampled' | 'flagged';
  readonly request: {
    readonly method: string;
    readonly scheme: 'http' | 'https';
    readonly host: string;
    readonly path: string;
    readonly clientIp: string;
  };
  /** In the order in which they run, without phases that have no rules. */
  readonly phases: readonly PhaseTrace[];
  /** Undefined if nothing has looked for attacks, or nothing was found. */
  readonly attacks?: AttacksTrace | undefined;
  readonly decision: TraceDecision;
  /** The numbers of rules and values that exceeded the budget of the trace. */
  readonly leftOut: { readonly rules: number; readonly values: number };
}

export interface AttacksTrace {
  /** 1 (attack) to 99 (clean). */
  readonly score: number;
  readonly findings: readonly FindingTrace[];
  /** Parts of the request that were not inspected, such as `text-cut in form`. */
  readonly gaps: readonly string[];
}

export interface FindingTrace {
  readonly sign: string;
  readonly strength: string;
  readonly place: string;
  /** The name of the value; empty for values without a name. */
  readonly field: string;
  /** Whether the text is in the name instead of the value. */
  readonly inName: boolean;
  /** The decoding steps between the value as servers read it and the text that was found. */
  readonly decoded: readonly string[];
  /** The text, or only its length. */
  readonly excerpt: string;
}

export interface PhaseTrace {
  readonly phase: string;
  /** In the order in which they run; rules of an executed ruleset follow the rule that executes it. */
  readonly rules: readonly RuleTrace[];
  /** Values that conditions read. They do not change within a phase. A field has several if servers read the request in different ways. */
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
   * The result of the expression alone. If it is true for a rule that did not match, a rate was not exceeded
   * or credentials are not known to be leaked. Null if the expression was not evaluated.
   */
  readonly condition: boolean | null;
  /** Names in `values`. */
  readonly fields: readonly string[];
  /** Evaluation time of the expression; null if it was not evaluated. */
  readonly micros: number | null;
}

export const valueStates = ['shown', 'hidden', 'missing'] as const;

export interface ValueTrace {
  /** A field with the key that was read: `http.request.headers["accept"]`. */
  readonly name: string;
  readonly type: string;
  /** `hidden`: only the length is shown. Parts of a shown value can be hidden as well. */
  readonly state: (typeof valueStates)[number];
  /** Empty unless shown. */
  readonly value: string;
  /** Bytes of text, or number of elements; 0 for other types. */
  readonly length: number;
}

export interface TraceDecision {
  /** 499 if the visitor left before there was a response. */
  readonly status: number;
  /** Where the response came from. `edge`: an error, or a fixed response of a load balancer. */
  readonly by: 'rule' | 'origin' | 'edge';
  /** The rule that ended the request; empty if none did. */
  readonly ruleId: string;
  readonly rulesetId: string;
  readonly phase: string;
  /** The name of the problem if the edge itself responded; otherwise empty. */
  readonly problem: string;
  /** Names of the pool and origin that were selected last; empty if none was. */
  readonly pool: string;
  readonly origin: string;
  readonly originStatus: number;
  readonly attempts: number;
  /** Microseconds; 0 for steps that did not happen. */
  readonly micros: {
    readonly total: number;
    readonly firstByte: number;
    readonly originHead: number;
    readonly originTotal: number;
  };
}
