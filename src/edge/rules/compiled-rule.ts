import type { KeyObject } from 'node:crypto';
import type { CredentialStore } from '../../detectors/credentials/credential-store.ts';
import type { FieldRead, Prerequisites } from '../../expression/expression.ts';
import type { InspectionLimits } from '../../request/body/inspected-body.ts';
import type { ChallengeGate } from '../challenge/challenge-gate.ts';
import type { ChallengeRequest } from '../challenge/challenge-request.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type { NodeRates } from '../limits/node-rates.ts';
import type { RateCounters } from '../limits/rate-counters.ts';
import type { RuleExceptions } from './attacks/rule-exceptions.ts';
import type { LiveRequest } from './live-request.ts';
import type { FoundValue } from './matched-evidence.ts';
import type { ReadingsNeeded } from './readings.ts';
import type { RuleEffects } from './rule-effects.ts';
import type { Gates } from './rule-gates.ts';
import type { RuleMatch } from './rule-match.ts';
import type { RuleTimes } from './run-record.ts';

/** The input and output of rules while a phase runs for one request. */
export interface RuleContext {
  readonly exchange: RuleSubject;
  readonly effects: RuleEffects;
  readonly request: LiveRequest;
  readonly edge: RuleServices;
  /** Of the zone; undefined if it has none. */
  readonly exceptions?: RuleExceptions | undefined;
  /** Whether the rule that executes the ruleset matched only in some readings of the request. */
  readonly isPartialMatch?: boolean;
}

/** The parts of an exchange that rules may read and change. */
export interface RuleSubject {
  target: string;
  readonly path: string;
  /** The request as challenges see it. */
  readonly challenged: ChallengeRequest;
  /** Present if a trace measures the time of each rule. */
  readonly ruleTimes: RuleTimes | undefined;
}

/** Services of the edge that rules use. */
export interface RuleServices {
  readonly credentials: CredentialStore;
  readonly rates: RateCounters;
  /** Undefined if this process is the only one. */
  readonly nodeRates?: NodeRates | undefined;
  readonly challenges: Pick<ChallengeGate, 'clearanceOf' | 'page'>;
  readonly telemetry: { ruleFailed(rule: string, error: unknown): void };
  /** What happens to the request when a rule fails. */
  readonly failingRules: 'skip' | 'block';
  readonly limits: InspectionLimits;
}

/**
 * The outcome of a rule that matched: undefined continues with the next rule, a response ends the request, and
 * `end-of-ruleset` ends the ruleset of the rule.
 */
export type RuleOutcome = undefined | EdgeResponse | 'end-of-ruleset';

/** Asynchronous only if a rule, or the ruleset it executes, waits for the body of the request. */
export type MaybeAsync<Outcome> = Outcome | Promise<Outcome>;

/** The condition of a rule. Rules with the same text share one. */
export interface RuleTest {
  /** The expression alone, without rate limits and credential checks. */
  readonly evaluate: ((request: LiveRequest) => boolean) | undefined;
  /** The fields and map keys that it reads, by their spelling in the expression. */
  readonly reads: ReadonlyMap<string, FieldRead>;
  /** Unless one of these is true, the condition is false. */
  readonly needs: Prerequisites | undefined;
  /** Whether the rule needs the findings of every request. To wait for the body without an exception is much cheaper. */
  readonly needsFindings?: boolean;
  /** The values that the condition matched; only for managed rules. */
  readonly found?: (request: LiveRequest) => readonly FoundValue[];
  /** Traces show it only if it matched, because there are hundreds of such rules. */
  readonly isQuiet?: boolean;
  /** What its events say about a match; only for managed rules. */
  readonly explain?: (context: RuleContext) => RuleMatch['metadata'];
}

/** The action of a rule. Rules with the same action and parameters share one. */
export interface CompiledAction {
  readonly name: string;
  readonly readings: ReadingsNeeded;
  readonly run: (context: RuleContext, rule: CompiledRule) => MaybeAsync<RuleOutcome>;
  /** Names of the fields that the action reads. */
  readonly fields?: ReadonlySet<string>;
}

/**
 * A rule ready to run. A process may have many thousands of rules, so a rule holds only its own values and refers to
 * everything that it shares with other rules.
 */
export interface CompiledRule {
  readonly id: string;
  readonly ref: string;
  readonly description: string;
  /** The ruleset that the rule belongs to. For `execute` the ruleset that it runs, so that skipping that ruleset skips the rule. */
  readonly rulesetId: string;
  /** The source of its matches in the log; undefined if they are not logged. */
  readonly source: string | undefined;
  readonly test: RuleTest;
  /** The request is a parameter of its own, so that a plain condition can be used here directly. */
  readonly matches: (request: LiveRequest, context: RuleContext) => boolean;
  /** Evaluates all readings of a request together, for rules that must not evaluate each reading separately. */
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
   * In the order in which they run. A managed rule that a deployment disables is undefined, so that all deployments
   * have the same positions and can share the gates.
   */
  readonly rules: readonly (CompiledRule | undefined)[];
  readonly gates: Gates | undefined;
  /** Whether all rules request a scan of every response, unconditionally. */
  readonly scansAll: boolean;
  /** The public key that encrypts matched data. */
  readonly recipient: KeyObject | undefined;
}

/** A ruleset and the phase that it is the entry point of. */
export interface EntryPoint {
  readonly phase: string;
  readonly ruleset: CompiledRuleset;
}

/** The rules of a zone by phase. */
export interface CompiledRules {
  /** Entry points, the account's before the zone's. */
  readonly phases: ReadonlyMap<string, readonly CompiledRuleset[]>;
  /** Whether every response is scanned unconditionally, unless a skip rule prevents it. */
  readonly scansAll: boolean;
}
