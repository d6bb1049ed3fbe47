/** Evaluates every clause of a condition and shows the values that it read, for people who write rules. */
import { printExpression } from '../printer.ts';
import type { ArgumentNode, FieldNode, LogicalOperator, LogicNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import type { Accessors } from './accessors.ts';
import { compileExpression, compileValue } from './compile.ts';
import { splitIndexes } from './compile-value.ts';

export interface ExplainedClause {
  readonly kind: LogicalOperator | 'not' | 'condition';
  /** In canonical form. */
  readonly text: string;
  readonly result: boolean;
  /** What a condition has read, by the spelling of the field; undefined is a missing value. */
  readonly values: ReadonlyMap<string, Value | undefined>;
  readonly clauses: readonly ExplainedClause[];
}

/** Unlike a compiled expression, it evaluates all clauses, also those that cannot change the result. */
export function explainExpression<Request>(
  tree: LogicNode,
  accessors: Accessors<Request>,
): (request: Request) => ExplainedClause {
  const matches = compileExpression(tree, accessors);
  const parts = clausesOf(tree).map((part) => explainExpression(part, accessors));
  const reads = parts.length > 0 ? [] : fieldsOf(tree);
  const getters = reads.map((node) => ({
    name: printExpression(node),
    get: compileValue(node, accessors),
  }));
  const kind = kindOf(tree);
  const text = printExpression(tree);
  return (request) => ({
    kind,
    text,
    result: matches(request),
    values: new Map(getters.map(({ name, get }) => [name, get(request)])),
    clauses: parts.map((part) => part(request)),
  });
}

function kindOf(node: LogicNode): ExplainedClause['kind'] {
  if (node.kind === 'combine') return node.op;
  return node.kind === 'not' ? 'not' : 'condition';
}

function clausesOf(node: LogicNode): readonly LogicNode[] {
  if (node.kind === 'combine') return node.items;
  return node.kind === 'not' ? [node.of] : [];
}

/** The fields in a clause. An unpacked one is read as the whole container. */
function fieldsOf(node: ArgumentNode): readonly FieldNode[] {
  switch (node.kind) {
    case 'field': {
      const isUnpacked = node.indexes.some(({ kind }) => kind === 'each');
      return [isUnpacked ? { ...node, indexes: splitIndexes(node.indexes).before } : node];
    }
    case 'call':
      return node.args.flatMap(fieldsOf);
    case 'truth':
      return fieldsOf(node.value);
    case 'compare':
      return fieldsOf(node.left);
    case 'not':
      return fieldsOf(node.of);
    case 'combine':
      return node.items.flatMap(fieldsOf);
    default:
      return [];
  }
}
