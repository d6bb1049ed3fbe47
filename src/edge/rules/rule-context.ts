import type { RuleContext, RuleServices, RuleSubject } from './compiled-rule.ts';
import { LiveRequest, type LiveSource } from './live-request.ts';
import { RuleEffects } from './rule-effects.ts';

/** What keeps the state of rules over the phases of a request: an exchange. */
export interface RuleCarrier extends RuleSubject, LiveSource {
  target: string;
  live: LiveRequest | undefined;
  effects: RuleEffects | undefined;
}

/** What the rules of a phase get to see; made by the first phase that has rules. */
export function ruleContext(exchange: RuleCarrier, edge: RuleServices): RuleContext {
  exchange.live ??= new LiveRequest(exchange);
  exchange.effects ??= new RuleEffects();
  return { exchange, request: exchange.live, effects: exchange.effects, edge };
}
