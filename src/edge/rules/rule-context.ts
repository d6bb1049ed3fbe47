import type { RuleContext, RuleServices, RuleSubject } from './compiled-rule.ts';
import { LiveRequest, type LiveSource } from './live-request.ts';
import { RuleMarks } from './rule-marks.ts';

/** What keeps the state of rules over the phases of a request: a transaction. */
export interface RuleCarrier extends RuleSubject, LiveSource {
  target: string;
  live: LiveRequest | undefined;
  marks: RuleMarks | undefined;
}

/** What the rules of a phase get to see; made by the first phase that has rules. */
export function ruleContext(transaction: RuleCarrier, edge: RuleServices): RuleContext {
  transaction.live ??= new LiveRequest(transaction);
  transaction.marks ??= new RuleMarks();
  return { transaction, request: transaction.live, marks: transaction.marks, edge };
}
