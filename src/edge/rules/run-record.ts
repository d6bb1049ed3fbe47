import type { RequestRecord, ResponseRecord } from '../../request/request-record.ts';

/** The parts of a rule that records need. */
export interface RanRule {
  readonly id: string;
  readonly rulesetId: string;
  readonly action: { readonly name: string };
  readonly executes: object | undefined;
}

/**
 * A record of a rule for traces. Rules that did not match, which are nearly all, have no record: a trace derives their
 * outcome from the other records.
 */
export interface RunRecord {
  readonly rule: RanRule;
  /** The rule that executed its ruleset, if one did: a shared ruleset may run several times for a request. */
  readonly executedBy: RanRule | undefined;
  /** A rule that needed a body that did not arrive counts as not reached. */
  readonly outcome: 'matched' | 'skipped' | 'failed' | 'not reached';
  /** Whether the rule ended its ruleset, the exchange (with a response), or neither. */
  ends: 'nothing' | 'ruleset' | 'exchange';
}

/** The state of the request that the rules of a phase saw. */
export interface PhaseView {
  readonly phase: string;
  readonly target: string;
  /** Other readings of the target. */
  readonly otherTargets: readonly string[] | undefined;
  readonly headers: RequestRecord['headers'];
  readonly response: ResponseRecord | undefined;
  /** Index of the first record of the phase. */
  readonly firstRecord: number;
  /** Index of the first ruleset that a skip of the phase left out; -1 if none. */
  skippedFrom: number;
  /** The view of the previous phase. A linked list, because it is cheaper than allocating an array. */
  readonly before: PhaseView | undefined;
}

/** Microseconds per condition, by rule and by the rule that executed its ruleset; only for sampled requests. */
export class RuleTimes {
  readonly #byRule = new Map<RanRule, Map<RanRule | undefined, number>>();

  set(rule: RanRule, executedBy: RanRule | undefined, micros: number): void {
    const times = this.#byRule.get(rule) ?? new Map<RanRule | undefined, number>();
    this.#byRule.set(rule, times.set(executedBy, micros));
  }

  get(rule: RanRule, executedBy: RanRule | undefined): number | undefined {
    return this.#byRule.get(rule)?.get(executedBy);
  }
}
