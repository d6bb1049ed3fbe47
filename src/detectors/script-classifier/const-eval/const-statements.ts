import type { AnyNode } from 'acorn';
import { type ConstValue, itemsOf, keysOf, NotConstant } from './const-values.ts';
import type { Evaluator, Variables } from './evaluator.ts';

/** How a statement ended. */
export type Done = 'next' | 'break' | 'continue' | { readonly returned: ConstValue };

export function runStatement(evaluator: Evaluator, node: AnyNode, variables: Variables): Done {
  evaluator.run.step();
  switch (node.type) {
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) {
        if (init) evaluator.assign(id, evaluator.expression(init, variables), variables);
        else if (id.type === 'Identifier') declare(evaluator, id, variables);
      }
      return 'next';
    case 'ExpressionStatement':
      evaluator.expression(node.expression, variables);
      return 'next';
    case 'ReturnStatement':
      return {
        returned: node.argument ? evaluator.expression(node.argument, variables) : undefined,
      };
    case 'IfStatement':
      if (evaluator.expression(node.test, variables))
        return runStatement(evaluator, node.consequent, variables);
      return node.alternate ? runStatement(evaluator, node.alternate, variables) : 'next';
    case 'BlockStatement':
      return runBlock(evaluator, node.body, variables);
    case 'ForStatement':
      if (node.init?.type === 'VariableDeclaration') runStatement(evaluator, node.init, variables);
      else if (node.init) evaluator.expression(node.init, variables);
      return runLoop(evaluator, node, variables);
    case 'WhileStatement':
      return runLoop(evaluator, node, variables);
    case 'DoWhileStatement': {
      const done = runStatement(evaluator, node.body, variables);
      if (typeof done === 'object') return done;
      return done === 'break' ? 'next' : runLoop(evaluator, node, variables);
    }
    case 'ForOfStatement':
    case 'ForInStatement': {
      const target =
        node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      const list = evaluator.expression(node.right, variables);
      for (const item of node.type === 'ForOfStatement' ? itemsOf(list) : keysOf(list)) {
        if (target) evaluator.assign(target, item, variables);
        const done = runStatement(evaluator, node.body, variables);
        if (typeof done === 'object') return done;
        if (done === 'break') break;
      }
      return 'next';
    }
    case 'BreakStatement':
      return 'break';
    case 'ContinueStatement':
      return 'continue';
    case 'EmptyStatement':
    case 'FunctionDeclaration':
      return 'next';
    default:
      throw new NotConstant(node.type);
  }
}

export function runBlock(
  evaluator: Evaluator,
  statements: readonly AnyNode[],
  variables: Variables,
): Done {
  for (const statement of statements) {
    const done = runStatement(evaluator, statement, variables);
    if (done !== 'next') return done;
  }
  return 'next';
}

interface Loop {
  readonly test?: AnyNode | null;
  readonly update?: AnyNode | null;
  readonly body: AnyNode;
}

function runLoop(evaluator: Evaluator, { test, update, body }: Loop, variables: Variables): Done {
  evaluator.run.isLooped = true;
  while (!test || evaluator.expression(test, variables)) {
    const done = runStatement(evaluator, body, variables);
    if (typeof done === 'object') return done;
    if (done === 'break') break;
    if (update) evaluator.expression(update, variables);
  }
  return 'next';
}

function declare({ tree, bindings }: Evaluator, id: AnyNode, variables: Variables): void {
  const binding = bindings.of(tree.numberOf(id));
  if (binding && !variables.has(binding)) variables.set(binding, undefined);
}
