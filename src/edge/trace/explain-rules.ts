import { isDeepStrictEqual } from 'node:util';
import type {
  PhaseTrace,
  RuleTrace,
  TracedOutcome,
  ValueTrace,
} from '../../contracts/events/request-trace.ts';
import type { FieldRead } from '../../expression/expression.ts';
import type { CompiledRule, CompiledRules, CompiledRuleset } from '../rules/compiled-rule.ts';
import { observedValue } from '../rules/expression-values.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import { phaseOrder } from '../rules/phase-order.ts';
import { holdsFor } from '../rules/readings.ts';
import type { PhaseView, RanRule, RuleTimes, RunRecord } from '../rules/run-record.ts';
import { showValue } from './show-value.ts';
import type { TraceBudget } from './trace-budget.ts';

export interface Explained {
  readonly rules: CompiledRules;
  readonly ran: readonly RunRecord[];
  readonly lastView: PhaseView | undefined;
  /** Undefined if no rule has run. */
  readonly live: LiveRequest | undefined;
  readonly times: RuleTimes | undefined;
  readonly budget: TraceBudget;
  /** Whether a rule searches the URL for passwords. */
  readonly urlIsSecret: boolean;
}

/**
 * Walks through the rules of a zone and describes the outcome of each. This has no effects on the request: rules that
 * matched, failed or were skipped have a record; the others did not match or were not reached. Only expressions are
 * evaluated again, for their result and their values.
 */
export function explainRules(explained: Explained): PhaseTrace[] {
  const walk = new Walk(explained);
  return phaseOrder.flatMap((name) => {
    const rulesets = explained.rules.phases.get(name);
    return rulesets ? [walk.phase(name, rulesets)] : [];
  });
}

/** A ruleset in the walk, and whether a skip of its phase left it out. */
interface VisitedRuleset {
  readonly ruleset: CompiledRuleset;
  readonly executedBy: CompiledRule | undefined;
  readonly isSkipped: boolean;
}

class Walk {
  readonly #given: Explained;
  /** By rule; a rule of a shared ruleset may have several records. */
  readonly #records: ReadonlyMap<RanRule, readonly RunRecord[]>;
  /** Whether a rule has ended the request. */
  #isOver = false;
  #request: LiveRequest | undefined;
  #rules: RuleTrace[] = [];
  #reads = new Map<string, FieldRead>();

  constructor(given: Explained) {
    this.#given = given;
    this.#records = Map.groupBy(given.ran, ({ rule }) => rule);
  }

  phase(phase: string, rulesets: readonly CompiledRuleset[]): PhaseTrace {
    const view = viewOf(phase, this.#given.lastView);
    this.#request = view && this.#given.live?.at(view);
    this.#rules = [];
    this.#reads = new Map();
    rulesets.forEach((ruleset, index) => {
      const isSkipped = view !== undefined && view.skippedFrom !== -1 && index >= view.skippedFrom;
      this.#ruleset({ ruleset, executedBy: undefined, isSkipped });
    });
    return { phase, rules: this.#rules, values: this.#values() };
  }

  #ruleset(visited: VisitedRuleset): void {
    let hasEnded = false;
    for (const rule of visited.ruleset.rules) {
      if (!rule) continue;
      const record = this.#records
        .get(rule)
        ?.find(({ executedBy }) => executedBy === visited.executedBy);
      const outcome = hasEnded ? 'not reached' : this.#outcomeOf(record, visited);
      this.#add(rule, visited, outcome);
      if (rule.executes && record?.outcome === 'matched') {
        this.#ruleset({ ruleset: rule.executes, executedBy: rule, isSkipped: false });
      }
      if (record?.ends === 'ruleset') hasEnded = true;
      if (record?.ends === 'exchange' || record?.outcome === 'not reached') this.#isOver = true;
    }
  }

  #outcomeOf(record: RunRecord | undefined, { isSkipped }: VisitedRuleset): TracedOutcome {
    if (record) return record.outcome;
    if (isSkipped) return 'skipped';
    return this.#isOver || !this.#request ? 'not reached' : 'not matched';
  }

  #add(rule: CompiledRule, { ruleset, executedBy }: VisitedRuleset, outcome: TracedOutcome): void {
    const { budget, times } = this.#given;
    const { reads, isQuiet } = rule.test;
    if (isQuiet && (outcome === 'not matched' || outcome === 'not reached')) return;
    if (!budget.takeRule(outcome === 'matched' || outcome === 'failed')) return;
    const wasEvaluated = outcome === 'matched' || outcome === 'not matched' || outcome === 'failed';
    const { condition, micros } = wasEvaluated ? this.#evaluate(rule) : notEvaluated;
    if (wasEvaluated) for (const [name, read] of reads) this.#reads.set(name, read);
    this.#rules.push({
      id: rule.id,
      ref: rule.ref.slice(0, 100),
      rulesetId: ruleset.id,
      executedBy: executedBy?.id ?? '',
      action: rule.action.name,
      outcome,
      condition,
      fields: wasEvaluated ? [...reads.keys()].slice(0, 16) : [],
      micros: rounded(times?.get(rule, executedBy) ?? micros),
    });
  }

  #evaluate({ test, readings }: CompiledRule): {
    condition: boolean | null;
    micros: number | null;
  } {
    if (!test.evaluate || !this.#request || !this.#given.budget.hasTime()) return notEvaluated;
    const start = performance.now();
    try {
      const condition = holdsFor[readings](this.#request, test.evaluate);
      return { condition, micros: (performance.now() - start) * 1000 };
    } catch {
      // The rule also failed when it ran, and was reported then.
      return notEvaluated;
    }
  }

  #values(): ValueTrace[] {
    const shown: ValueTrace[] = [];
    for (const [name, read] of this.#reads) shown.push(...this.#valuesOf(name, read));
    return shown;
  }

  /** The value of a field in each reading of the request, without repetition. */
  #valuesOf(name: string, read: FieldRead): ValueTrace[] {
    const { budget, urlIsSecret } = this.#given;
    if (!this.#request) return [];
    const shown: ValueTrace[] = [];
    for (const reading of this.#request.readings ?? [this.#request]) {
      const value = showValue(name, read, observedValue(read.field, reading), urlIsSecret);
      if (shown.some((each) => isDeepStrictEqual(each, value)) || !budget.canShow()) continue;
      budget.spend(value.value.length);
      shown.push(value);
    }
    return shown;
  }
}

function viewOf(phase: string, last: PhaseView | undefined): PhaseView | undefined {
  let view = last;
  while (view && view.phase !== phase) view = view.before;
  return view;
}

const notEvaluated = { condition: null, micros: null };

const rounded = (micros: number | null): number | null =>
  micros === null ? null : Math.round(micros * 10) / 10;
