/**
 * The typed syntax tree: plain data that survives JSON. Only the parser makes it, so its types can be
 * trusted. Strings are byte strings; addresses are canonical text.
 */
import type { ValueType } from './value-type.ts';

export type IndexNode =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'position'; readonly position: number }
  | { readonly kind: 'each' };

export interface FieldNode {
  readonly kind: 'field';
  readonly name: string;
  readonly indexes: readonly IndexNode[];
  /** The type after the indexes; the element type if they unpack. */
  readonly type: ValueType;
}

export interface CallNode {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly ArgumentNode[];
  readonly indexes: readonly IndexNode[];
  readonly type: ValueType;
}

export type ValueNode = FieldNode | CallNode;

export type LiteralNode =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'ip'; readonly value: string };

export type ArgumentNode = ValueNode | LiteralNode | LogicNode;

export type OrderingOperator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';
export type LogicalOperator = 'and' | 'xor' | 'or';

export type SetItem =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'int'; readonly low: number; readonly high: number }
  | { readonly kind: 'ip'; readonly low: string; readonly high: string }
  | { readonly kind: 'network'; readonly address: string; readonly bits: number };

/** The test of a comparison, applied to the value on the left. */
export type TestNode =
  | { readonly kind: 'ordering'; readonly op: OrderingOperator; readonly right: LiteralNode }
  | { readonly kind: 'contains'; readonly right: string }
  /** The pattern is text as written, not bytes: see regex-syntax.ts. */
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'wildcard'; readonly pattern: string; readonly strict: boolean }
  | { readonly kind: 'bits'; readonly mask: number }
  | { readonly kind: 'in-set'; readonly items: readonly SetItem[] }
  | { readonly kind: 'in-list'; readonly list: string };

/** Has the type Bool, or Array<Bool> if a value in it is unpacked. */
export type LogicNode = PredicateNode<
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'truth'; readonly value: ValueNode }
  | { readonly kind: 'compare'; readonly left: ValueNode; readonly test: TestNode }
>;

/** The logical structure above the conditions. Log filters use it with other conditions. */
export type PredicateNode<Condition, Operator extends LogicalOperator = LogicalOperator> =
  | Condition
  | { readonly kind: 'not'; readonly of: PredicateNode<Condition, Operator> }
  | {
      readonly kind: 'combine';
      readonly op: Operator;
      readonly items: readonly PredicateNode<Condition, Operator>[];
    };

/** A whole value expression, as rewrites and redirects use them: a field, a call or a literal. */
export type ValueExpressionNode = ValueNode | LiteralNode;

export type ExpressionTree = LogicNode | ValueExpressionNode;
