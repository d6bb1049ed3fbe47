import type { KeyObject } from 'node:crypto';
import type { CredentialStore } from '../../detectors/credentials/credential-store.ts';
import type { FieldRead, Prerequisites } from '../../expression/expression.ts';
import type { InspectionLimits } from '../body/inspected-body.ts';
import type { ChallengeGate } from '../challenge/challenge-gate.ts';
import type { ChallengeRequest } from '../challenge/challenge-request.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { RateCounters } from '../limits/rate-counters.ts';
import type { LiveRequest } from './live-request.ts';
import type { FoundValue } from './matched-evidence.ts';
import type { ReadingsNeeded } from './readings.ts';
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
  /** Whether the rule that executes the ruleset matched in some readings of the request only. */
  readonly isDoubtful?: boolean;
}

/** What rules may know and change of the request itself. An exchange has all of it. */
export interface RuleSubject {
  target: string;
  readonly path: string;
  /** As challenges see it. */
  readonly challenged: ChallengeRequest;
  /** Present when a trace wants to know how long rules took. */
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
 * What comes of a rule that matched: nothing further, a response that ends everything, or the end of
 * the ruleset it is in.
 */
export type RuleOutcome = undefined | EdgeResponse | 'end-of-ruleset';

/** A rule, or the ruleset it executes, may have to wait for the body of the request. */
export type MaybeLate<Outcome> = Outcome | Promise<Outcome>;

/** What a rule asks about requests. Rules with the same text share one. */
export interface RuleTest {
  /** The expression alone, without counting and without looking for leaked credentials. */
  readonly evaluate: ((request: LiveRequest) => boolean) | undefined;
  /** The fields that it looks at, with their keys, by spelling. */
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** Without one of these it cannot be true. */
  readonly needs: Prerequisites | undefined;
  /** The values that made it true; only managed rules have this. */
  readonly found?: (request: LiveRequest) => readonly FoundValue[];
}

/** What a rule does when it matches. Rules with the same action and parameters share one. */
export interface CompiledAction {
  readonly name: string;
  readonly readings: ReadingsNeeded;
  readonly run: (context: RuleContext, rule: CompiledRule) => MaybeLate<RuleOutcome>;
  /** Names of the fields that this reads. */
  readonly fields?: ReadonlySet<string>;
}

/**
 * A rule ready to run. There may be many thousands of them in a process, so it holds only what is its own
 * and refers to everything that other rules have as well.
 */
export interface CompiledRule {
  readonly id: string;
  readonly ref: string;
  readonly description: string;
  /** The ruleset it belongs to. For `execute`, the one that it runs: a skip of that one skips the rule. */
  readonly rulesetId: string;
  /** Under which source its matches are logged; undefined when they are not. */
  readonly source: string | undefined;
  readonly test: RuleTest;
  /** The request comes first and alone, so that a plain condition can stand here as it is. */
  readonly matches: (request: LiveRequest, context: RuleContext) => boolean;
  /** The same for a request with several readings, for a rule that must not judge each by itself. */
  readonly matchesAny?: (readings: readonly LiveRequest[], context: RuleContext) => boolean;
  readonly action: CompiledAction;
  /** How many readings of a request have to match. */
  readonly readings: ReadingsNeeded;
  /** The ruleset that it runs. */
  readonly executes: CompiledRuleset | undefined;
}

export interface CompiledRuleset {
  readonly id: string;
  /** Its key among the shared rulesets; undefined for a zone's own and for managed ones. */
  readonly sharedKey: string | undefined;
  /**
   * In the order in which they run. A managed rule that a deployment does not run is undefined: all
   * deployments have the same positions and can share the gates.
   */
  readonly rules: readonly (CompiledRule | undefined)[];
  readonly gates: RuleGates | undefined;
  /** Whether every rule asks for every response to be scanned, whatever it is. */
  readonly scansAll: boolean;
  /** The key of those who may see what was matched. */
  readonly recipient: KeyObject | undefined;
}

/** A ruleset, and the phase that it begins in. */
export interface EntryPoint {
  readonly phase: string;
  readonly ruleset: CompiledRuleset;
}

/** The rules of a zone by phase. */
export interface CompiledRules {
  /** Entry points, the account's before the zone's. */
  readonly phases: ReadonlyMap<string, readonly CompiledRuleset[]>;
  /** Whether all responses are scanned, whatever they are, unless a rule has skipped it before. */
  readonly scansAll: boolean;
}
