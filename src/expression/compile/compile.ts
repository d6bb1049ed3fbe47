/** Compiles a tree to closures, once per expression, so that little work is left per request. */

import { isValue } from '../node-type.ts';
import { literalValue } from '../parse/check-call.ts';
import type { LogicNode, ValueExpressionNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import type { Accessors } from './accessors.ts';
import { compileCall } from './compile-call.ts';
import { compileLogic } from './compile-logic.ts';
import { compileQuantifier } from './compile-quantifier.ts';
import { compileValueNode } from './compile-value.ts';
import { compileVector } from './compile-vector.ts';
import type { Compiler } from './compiler.ts';

/** Compiles a condition. */
export function compileExpression<Request>(
  tree: LogicNode,
  accessors: Accessors<Request>,
): (request: Request) => boolean {
  return createCompiler(accessors).logic(tree);
}

/** Compiles a value expression; undefined means a missing value. */
export function compileValue<Request>(
  tree: ValueExpressionNode,
  accessors: Accessors<Request>,
): (request: Request) => Value | undefined {
  if (isValue(tree)) return createCompiler(accessors).value(tree);
  const value = literalValue(tree);
  return () => value;
}

function createCompiler<Request>(accessors: Accessors<Request>): Compiler<Request> {
  const compiler: Compiler<Request> = {
    accessors,
    logic: (node) => compileLogic(node, compiler),
    vector: (node) => compileVector(node, compiler),
    value: (node) => compileValueNode(node, compiler),
    source: (node) => {
      if (node.kind === 'field') return accessors.field(node.name) ?? missing;
      return compileQuantifier(node, compiler) ?? compileCall(node, compiler);
    },
  };
  return compiler;
}

const missing = () => undefined;
