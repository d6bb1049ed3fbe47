import type { CompiledCondition } from '../contracts/snapshot/rulesets-section.ts';
import { compileExpression, type LogicNode } from '../expression/expression.ts';
import { requestExtractors } from './extractors/request-extractors.ts';
import type { RequestRecord } from './extractors/request-record.ts';

export type Condition = (request: RequestRecord) => boolean;

/** Turns a checked tree into code. Throws when it needs something that this edge does not know. */
export function compileCondition(condition: CompiledCondition): Condition {
  if ('problem' in condition) throw new Error(condition.problem);
  return compileExpression<RequestRecord>(condition.tree as LogicNode, {
    field: (name) => requestExtractors[name as keyof typeof requestExtractors],
    list: () => undefined,
  });
}
