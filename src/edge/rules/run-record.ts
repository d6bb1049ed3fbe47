import type { RequestRecord, ResponseRecord } from '../extractors/request-record.ts';

/** A rule that ran, as far as records need it. */
export interface RanRule {
  readonly id: string;
  readonly rulesetId: string;
  readonly info: { readonly action: string; readonly executes: object | undefined };
}

/**
 * What running leaves behind for a trace. Nothing is noted of rules that do not match, which is what
 * nearly all of them do: a trace works out the rest from what is here.
 */
export interface RunRecord {
  readonly rule: RanRule;
  /** A rule that waited for a body in vain was not reached. */
  readonly outcome: 'matched' | 'skipped' | 'failed' | 'not reached';
  /** What it ended: nothing, its ruleset, or everything, with an answer. */
  ends: 'nothing' | 'ruleset' | 'answer';
}

/** What rules of a phase saw: a later phase may see something else. */
export interface PhaseView {
  readonly phase: string;
  readonly target: string;
  readonly headers: RequestRecord['headers'];
  readonly response: ResponseRecord | undefined;
  /** The first ruleset that a skip of the phase has left out; -1 when none was. */
  skippedFrom: number;
  /** What the phase before saw. A chain, since the first entry of a list costs more than all of it. */
  readonly before: PhaseView | undefined;
}

/** Microseconds that conditions took; only of requests that are sampled. */
export type RuleTimes = Map<RanRule, number>;
