import type {
  BalancerRuleSnapshot,
  BalancerSnapshot,
  FixedResponseSnapshot,
  SteeringSnapshot,
} from '../../contracts/snapshot/load-balancing-section.ts';
import { type Condition, compileCondition } from '../compile-condition.ts';
import type { RequestRecord } from '../extractors/request-record.ts';

/** What a load balancer says about one request. */
export type Plan =
  | { readonly kind: 'steer'; readonly steering: SteeringSnapshot }
  | { readonly kind: 'answer'; readonly response: FixedResponseSnapshot };

interface Rule {
  readonly matches: Condition;
  readonly snapshot: BalancerRuleSnapshot;
}

/** A load balancer with its rules ready to run. */
export class Balancer {
  readonly id: string;
  readonly name: string;
  readonly #plan: Plan;
  readonly #rules: readonly Rule[];

  constructor(snapshot: BalancerSnapshot) {
    this.id = snapshot.id;
    this.name = snapshot.name;
    this.#plan = { kind: 'steer', steering: snapshot };
    this.#rules = snapshot.rules.map((rule) => ({
      snapshot: rule,
      matches: compileCondition(rule.condition),
    }));
  }

  /** `record` is asked for only when there are rules to look at it. */
  plan(record: () => RequestRecord): Plan {
    return this.#rules.length === 0 ? this.#plan : this.#apply(record());
  }

  #apply(record: RequestRecord): Plan {
    let plan = this.#plan;
    for (const { matches, snapshot } of this.#rules) {
      if (plan.kind === 'answer' || !matches(record)) continue;
      if (snapshot.fixedResponse) return { kind: 'answer', response: snapshot.fixedResponse };
      plan = { kind: 'steer', steering: { ...plan.steering, ...snapshot.overrides } };
      if (snapshot.terminates) break;
    }
    return plan;
  }
}
