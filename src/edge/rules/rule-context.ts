import type { RuleExceptions } from './attacks/rule-exceptions.ts';
import type { RuleContext, RuleServices, RuleSubject } from './compiled-rule.ts';
import { LiveRequest, type LiveSource } from './live-request.ts';
import { RuleEffects } from './rule-effects.ts';

/** The parts of an exchange that keep the state of rules over the phases of a request. */
export interface RuleCarrier extends RuleSubject, LiveSource {
  target: string;
  live: LiveRequest | undefined;
  effects: RuleEffects | undefined;
  readonly zone?:
    | (LiveSource['zone'] & { readonly exceptions?: RuleExceptions | undefined })
    | undefined;
}

/** The context of the rules of a phase. The first phase with rules creates the live request and the effects. */
export function ruleContext(exchange: RuleCarrier, edge: RuleServices): RuleContext {
  exchange.live ??= new LiveRequest(exchange);
  exchange.effects ??= new RuleEffects();
  const { live: request, effects, zone } = exchange;
  return { exchange, request, effects, edge, exceptions: zone?.exceptions };
}
