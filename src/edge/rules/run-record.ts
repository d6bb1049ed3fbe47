import type { RequestRecord, ResponseRecord } from '../extractors/request-record.ts';

/** A rule that ran, as far as records need it. */
export interface RanRule {
  readonly id: string;
  readonly rulesetId: string;
  readonly action: { readonly name: string };
  readonly executes: object | undefined;
}

/**
 * What running leaves behind for a trace. Nothing is noted of rules that do not match, which is what
 * nearly all of them do: a trace works out the rest from what is here.
 */
export interface RunRecord {
  readonly rule: RanRule;
  /** The rule that executed its ruleset, if one did: a shared ruleset may run several times for a request. */
  readonly executedBy: RanRule | undefined;
  /** A rule that waited for a body in vain was not reached. */
  readonly outcome: 'matched' | 'skipped' | 'failed' | 'not reached';
  /** What it ended: nothing, its ruleset, or all handling of the exchange, with a response. */
  ends: 'nothing' | 'ruleset' | 'exchange';
}

/** What rules of a phase saw: a later phase may see something else. */
export interface PhaseView {
  readonly phase: string;
  readonly target: string;
  /** In the other ways in which servers read it. */
  readonly otherTargets: readonly string[] | undefined;
  readonly headers: RequestRecord['headers'];
  readonly response: ResponseRecord | undefined;
  /** The first ruleset that a skip of the phase has left out; -1 when none was. */
  skippedFrom: number;
  /** What the phase before saw. A chain, since the first entry of a list costs more than all of it. */
  readonly before: PhaseView | undefined;
}

/** Microseconds that conditions took, by rule and by what executed it; only of requests that are sampled. */
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
