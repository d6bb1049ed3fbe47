import type { AnyNode } from 'acorn';
import { type ConstValue, itemsOf, keysOf, NotConstant } from './const-values.ts';
import type { Evaluator, Variables } from './evaluator.ts';

/** How a statement ended. */
export type Done = 'next' | 'break' | 'continue' | { readonly returned: ConstValue };

export function runStatement(machine: Evaluator, node: AnyNode, variables: Variables): Done {
  machine.run.step();
  switch (node.type) {
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) {
        if (init) machine.assign(id, machine.expression(init, variables), variables);
        else if (id.type === 'Identifier') declare(machine, id, variables);
      }
      return 'next';
    case 'ExpressionStatement':
      machine.expression(node.expression, variables);
      return 'next';
    case 'ReturnStatement':
      return { returned: node.argument ? machine.expression(node.argument, variables) : undefined };
    case 'IfStatement':
      if (machine.expression(node.test, variables))
        return runStatement(machine, node.consequent, variables);
      return node.alternate ? runStatement(machine, node.alternate, variables) : 'next';
    case 'BlockStatement':
      return runBlock(machine, node.body, variables);
    case 'ForStatement':
      if (node.init?.type === 'VariableDeclaration') runStatement(machine, node.init, variables);
      else if (node.init) machine.expression(node.init, variables);
      return runLoop(machine, node, variables);
    case 'WhileStatement':
      return runLoop(machine, node, variables);
    case 'DoWhileStatement': {
      const done = runStatement(machine, node.body, variables);
      if (typeof done === 'object') return done;
      return done === 'break' ? 'next' : runLoop(machine, node, variables);
    }
    case 'ForOfStatement':
    case 'ForInStatement': {
      const target =
        node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      const list = machine.expression(node.right, variables);
      for (const item of node.type === 'ForOfStatement' ? itemsOf(list) : keysOf(list)) {
        if (target) machine.assign(target, item, variables);
        const done = runStatement(machine, node.body, variables);
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
  machine: Evaluator,
  statements: readonly AnyNode[],
  variables: Variables,
): Done {
  for (const statement of statements) {
    const done = runStatement(machine, statement, variables);
    if (done !== 'next') return done;
  }
  return 'next';
}

interface Loop {
  readonly test?: AnyNode | null;
  readonly update?: AnyNode | null;
  readonly body: AnyNode;
}

function runLoop(machine: Evaluator, { test, update, body }: Loop, variables: Variables): Done {
  machine.run.isLooped = true;
  while (!test || machine.expression(test, variables)) {
    const done = runStatement(machine, body, variables);
    if (typeof done === 'object') return done;
    if (done === 'break') break;
    if (update) machine.expression(update, variables);
  }
  return 'next';
}

function declare({ tree, bindings }: Evaluator, id: AnyNode, variables: Variables): void {
  const binding = bindings.of(tree.numberOf(id));
  if (binding && !variables.has(binding)) variables.set(binding, undefined);
}
