import {
  type BalancerRuleSnapshot,
  type BalancerSnapshot,
  balancerExpressions,
  type FixedResponseSnapshot,
  type SteeringOverrides,
  type SteeringSnapshot,
} from '../../contracts/snapshot/load-balancing-section.ts';
import type { Compiled } from '../rules/expression-values.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import { holdsForTargets } from '../rules/readings.ts';
import type { RuleParts } from '../rules/rule-parts.ts';

/** The decision of a load balancer about one request. */
export type Plan =
  | { readonly kind: 'steer'; readonly steering: SteeringSnapshot }
  | { readonly kind: 'respond'; readonly response: FixedResponseSnapshot };

interface Rule {
  readonly condition: Compiled<boolean>;
  readonly snapshot: BalancerRuleSnapshot;
}

/** A load balancer with its compiled rules. */
export class Balancer {
  readonly id: string;
  readonly name: string;
  readonly #plan: Plan;
  readonly #rules: readonly Rule[];

  constructor(snapshot: BalancerSnapshot, parts: Pick<RuleParts, 'condition'>) {
    this.id = snapshot.id;
    this.name = snapshot.name;
    this.#plan = { kind: 'steer', steering: snapshot };
    this.#rules = snapshot.rules.map((rule) => ({
      snapshot: rule,
      condition: parts.condition(rule.expression, balancerExpressions),
    }));
  }

  /** `request` is called only if there are rules that need it. */
  plan(request: () => LiveRequest): Plan {
    return this.#rules.length === 0 ? this.#plan : this.#apply(request());
  }

  #apply(request: LiveRequest): Plan {
    let plan = this.#plan;
    for (const { condition, snapshot } of this.#rules) {
      if (plan.kind === 'respond' || !holdsForTargets(request, condition.evaluate)) continue;
      if (snapshot.fixedResponse) return { kind: 'respond', response: snapshot.fixedResponse };
      plan = { kind: 'steer', steering: overridden(plan.steering, snapshot.overrides) };
      if (snapshot.terminates) break;
    }
    return plan;
  }
}

function overridden(steering: SteeringSnapshot, overrides: SteeringOverrides): SteeringSnapshot {
  const affinity = { ...steering.affinity, ...overrides.affinity };
  return { ...steering, ...overrides, affinity };
}
