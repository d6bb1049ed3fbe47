import type { CredentialStore } from '../../detectors/credentials/credential-store.ts';
import type { FieldRead, Prerequisites } from '../../expression/expression.ts';
import type { InspectionLimits } from '../body/inspected-body.ts';
import type { ChallengeGate } from '../challenge/challenge-gate.ts';
import type { ChallengeRequest } from '../challenge/challenge-request.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { RateCounters } from '../limits/rate-counters.ts';
import type { LiveRequest } from './live-request.ts';
import type { RuleEffects } from './rule-effects.ts';
import type { RuleGates } from './rule-gates.ts';
import type { RuleTimes } from './run-record.ts';

/** What rules see while a phase runs for one request. */
export interface RuleContext {
  readonly exchange: RuleSubject;
  /** What rules leave behind. */
  readonly effects: RuleEffects;
  readonly request: LiveRequest;
  readonly edge: RuleServices;
}

/** What rules may know and change of the request itself: a exchange has all of it. */
export interface RuleSubject {
  target: string;
  readonly path: string;
  /** As challenges see it. */
  readonly challenged: ChallengeRequest;
  /** Present when a trace wants to know what rules took. */
  readonly ruleTimes: RuleTimes | undefined;
}

/** What rules ask of the edge. */
export interface RuleServices {
  readonly credentials: CredentialStore;
  readonly rates: RateCounters;
  readonly challenges: Pick<ChallengeGate, 'clearanceOf' | 'page'>;
  readonly telemetry: { ruleFailed(rule: string, error: unknown): void };
  /** What becomes of a request when a rule about it fails. */
  readonly failingRules: 'skip' | 'block';
  readonly limits: InspectionLimits;
}

/**
 * What comes of a rule that matched: nothing further, an answer that ends everything, or the end of
 * the ruleset it is in.
 */
export type RuleOutcome = undefined | EdgeResponse | 'end-of-ruleset';

/** A rule, or the ruleset it executes, may have to wait for the body of the request. */
export type MaybeLate<Outcome> = Outcome | Promise<Outcome>;

/** What traces and events say of a rule. */
export interface RuleInfo {
  readonly ref: string;
  readonly description: string;
  readonly action: string;
  /** What the condition looks at, by spelling. */
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** The expression alone: without counting, and without asking for leaked credentials. */
  readonly condition: ((request: LiveRequest) => boolean) | undefined;
  readonly executes: CompiledRuleset | undefined;
}

/** A rule ready to run. */
export interface CompiledRule {
  readonly id: string;
  readonly rulesetId: string;
  readonly info: RuleInfo;
  /** The request by itself, so that a plain condition can stand here as it is. */
  readonly matches: (request: LiveRequest, context: RuleContext) => boolean;
  /** Without one of these it cannot match, and need not be asked. */
  readonly needs: Prerequisites | undefined;
  act(context: RuleContext): MaybeLate<RuleOutcome>;
}

export interface CompiledRuleset {
  readonly id: string;
  readonly rules: readonly CompiledRule[];
  readonly gates: RuleGates | undefined;
}

/** The rules of a zone by phase. */
export interface CompiledRules {
  readonly phases: ReadonlyMap<string, readonly CompiledRuleset[]>;
  /** Whether all answers are looked through, whatever they are, unless a rule has said otherwise before. */
  readonly scansAll: boolean;
}
