import type { AnyNode } from 'acorn';
import { type Completion, Thrown, type Tracer } from './trace-context.ts';
import { makeClass, throwValue } from './trace-expressions.ts';
import { binaryOf } from './trace-operators.ts';
import {
  Host,
  isUnknown,
  Scope,
  TraceList,
  TraceObject,
  truthOf,
  unknown,
  type Value,
} from './trace-values.ts';

/** Iterations of a loop whose end is not known. */
const MAX_UNKNOWN_ROUNDS = 2;

/** Runs a statement. If a condition is not known, all branches run, one after the other. */
export function executeStatement(tracer: Tracer, node: AnyNode, scope: Scope): Completion {
  switch (node.type) {
    case 'ExpressionStatement':
      tracer.returned = tracer.evaluate(node.expression, scope);
      return 'next';
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) {
        if (init) tracer.assign(id, tracer.evaluate(init, scope), scope, node.kind !== 'var');
        else if (id.type === 'Identifier' && node.kind !== 'var')
          scope.names.set(id.name, undefined);
      }
      return 'next';
    case 'ReturnStatement':
      tracer.returned = node.argument ? tracer.evaluate(node.argument, scope) : undefined;
      return 'return';
    case 'IfStatement':
      return runIf(tracer, node, scope);
    case 'BlockStatement':
      return tracer.block(node.body, blockScope(node.body, scope));
    case 'ForStatement': {
      const inner = node.init?.type === 'VariableDeclaration' ? new Scope(scope, false) : scope;
      if (node.init?.type === 'VariableDeclaration') tracer.execute(node.init, inner);
      else if (node.init) tracer.evaluate(node.init, inner);
      return runLoop(tracer, node, inner, true);
    }
    case 'WhileStatement':
      return runLoop(tracer, node, scope, true);
    case 'DoWhileStatement':
      return runLoop(tracer, node, scope, false);
    case 'ForInStatement':
    case 'ForOfStatement':
      return runItems(tracer, node, scope);
    case 'SwitchStatement':
      return runSwitch(tracer, node, scope);
    case 'TryStatement':
      return runTry(tracer, node, scope);
    case 'ThrowStatement':
      return throwValue(tracer, tracer.value(node.argument, scope));
    case 'BreakStatement':
      tracer.label = node.label?.name;
      return 'break';
    case 'ContinueStatement':
      tracer.label = node.label?.name;
      return 'continue';
    case 'LabeledStatement': {
      const end = tracer.execute(node.body, scope);
      if (end !== 'break' || tracer.label !== node.label.name) return end;
      tracer.label = undefined;
      return 'next';
    }
    case 'ClassDeclaration':
      if (node.id) scope.names.set(node.id.name, makeClass(tracer, node, scope));
      return 'next';
    case 'WithStatement': {
      const object = tracer.value(node.object, scope);
      const inner = new Scope(scope, false);
      if (object instanceof TraceObject) {
        tracer.budget.step(object.members.size);
        for (const [key, value] of object.members) inner.names.set(key, value);
      }
      return tracer.execute(node.body, inner);
    }
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return node.declaration ? tracer.execute(node.declaration as AnyNode, scope) : 'next';
    default:
      return 'next';
  }
}

/** A block has its own scope if it declares names for itself. */
function blockScope(statements: readonly AnyNode[], scope: Scope): Scope {
  const isOwn = statements.some(
    ({ type, ...it }) =>
      type === 'ClassDeclaration' ||
      (type === 'VariableDeclaration' && 'kind' in it && it.kind !== 'var'),
  );
  return isOwn ? new Scope(scope, false) : scope;
}

/** A branch that is perhaps taken: where it ends does not end the code around it. */
function perhaps(tracer: Tracer, node: AnyNode, scope: Scope): Completion {
  const { depth } = tracer;
  try {
    return tracer.execute(node, scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    tracer.depth = depth;
    return 'return';
  }
}

function runIf(
  tracer: Tracer,
  node: Extract<AnyNode, { type: 'IfStatement' }>,
  scope: Scope,
): Completion {
  // A loop: chains of `else if` may be long.
  for (let at: AnyNode | null | undefined = node; at; ) {
    if (at.type !== 'IfStatement') return tracer.execute(at, scope);
    const truth = truthOf(tracer.value(at.test, scope));
    if (truth === true) return tracer.execute(at.consequent, scope);
    if (truth === undefined) {
      const before = tracer.returned;
      const end = perhaps(tracer, at.consequent, scope);
      if (end !== 'next') {
        tracer.mayLeave = true;
        tracer.label = undefined;
        // Without `else`, the code after the `if` also runs with the state before it.
        if (!at.alternate) tracer.returned = before;
      }
    }
    at = at.alternate;
  }
  return 'next';
}

interface Loop {
  readonly test?: AnyNode | null;
  readonly update?: AnyNode | null;
  readonly body: AnyNode;
}

function runLoop(
  tracer: Tracer,
  { test, update, body }: Loop,
  scope: Scope,
  isTestedFirst: boolean,
): Completion {
  const before = tracer.mayLeave;
  tracer.mayLeave = false;
  let unknownRounds = 0;
  let end: Completion = 'next';
  for (let round = 0; ; round += 1) {
    if (test && (isTestedFirst || round > 0)) {
      const truth = truthOf(tracer.value(test, scope));
      if (truth === false) break;
      if (truth === undefined) unknownRounds += 1;
    }
    if (unknownRounds > MAX_UNKNOWN_ROUNDS) break;
    tracer.budget.step();
    end = tracer.execute(body, scope);
    if (end === 'break' || end === 'return' || (end === 'continue' && tracer.label)) break;
    if (update) tracer.evaluate(update, scope);
    // The loop may have ended before: go on a little, to see what comes after it.
    if (tracer.mayLeave) {
      unknownRounds += 1;
      tracer.mayLeave = false;
    }
  }
  tracer.mayLeave = before;
  return loopEnd(tracer, end);
}

/** A loop ends for `break` and `continue` without a label; others end what is around it. */
function loopEnd(tracer: Tracer, end: Completion): Completion {
  if (end === 'return') return end;
  return end === 'break' || end === 'continue' ? (tracer.label ? end : 'next') : 'next';
}

function runItems(
  tracer: Tracer,
  node: Extract<AnyNode, { type: 'ForInStatement' | 'ForOfStatement' }>,
  scope: Scope,
): Completion {
  const list = tracer.value(node.right, scope);
  const inner = new Scope(scope, false);
  const target =
    node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
  let end: Completion = 'next';
  const items = node.type === 'ForInStatement' ? keysOf(list) : itemsOf(list);
  tracer.budget.step(items.length);
  const isDeclared = node.left.type === 'VariableDeclaration' && node.left.kind !== 'var';
  for (const item of items) {
    if (target) tracer.assign(target, item, inner, isDeclared);
    end = tracer.execute(node.body, inner);
    if (end === 'break' || end === 'return' || (end === 'continue' && tracer.label)) break;
  }
  return loopEnd(tracer, end);
}

function keysOf(value: Value): readonly Value[] {
  if (value instanceof TraceList) return value.items.map((_, at) => String(at));
  if (typeof value === 'string') return [...value].map((_, at) => String(at));
  if (value instanceof Host) return [unknown];
  return value instanceof TraceObject && !isUnknown(value) ? [...value.members.keys()] : [];
}

function itemsOf(value: Value): readonly Value[] {
  if (value instanceof TraceList) return value.items;
  return typeof value === 'string' ? [...value] : [unknown];
}

function runSwitch(
  tracer: Tracer,
  node: Extract<AnyNode, { type: 'SwitchStatement' }>,
  scope: Scope,
): Completion {
  const value = tracer.value(node.discriminant, scope);
  const inner = new Scope(scope, false);
  let start = -1;
  for (const [at, { test }] of node.cases.entries()) {
    if (!test) continue;
    const isSame = truthOf(binaryOf(tracer.budget, '===', value, tracer.value(test, inner)));
    if (isSame === true) start = at;
    if (isSame !== false) break;
  }
  if (isUnknown(value)) {
    for (const { consequent } of node.cases) {
      for (const it of consequent) {
        const end = perhaps(tracer, it, inner);
        if (end === 'next') continue;
        if (end === 'return') tracer.mayLeave = true;
        break;
      }
    }
    tracer.label = undefined;
    return 'next';
  }
  if (start < 0) start = node.cases.findIndex(({ test }) => !test);
  if (start < 0) return 'next';
  for (const { consequent } of node.cases.slice(start)) {
    const end = tracer.block(consequent, inner);
    if (end === 'break' && !tracer.label) return 'next';
    if (end !== 'next') return end;
  }
  return 'next';
}

function runTry(
  tracer: Tracer,
  { block, handler, finalizer }: Extract<AnyNode, { type: 'TryStatement' }>,
  scope: Scope,
): Completion {
  const before = tracer.isRaised;
  tracer.isRaised = false;
  const { depth } = tracer;
  let end: Completion = 'next';
  let thrown: Thrown | undefined;
  try {
    end = tracer.execute(block, scope);
  } catch (error) {
    if (!(error instanceof Thrown)) throw error;
    thrown = error;
    tracer.depth = depth;
  }
  // The handler also runs if something may have failed.
  if (handler && (thrown || tracer.isRaised)) {
    const inner = new Scope(scope, false);
    if (handler.param) tracer.assign(handler.param, thrown ? thrown.value : unknown, inner, true);
    const returned = tracer.returned;
    const handled = thrown
      ? tracer.execute(handler.body, inner)
      : perhaps(tracer, handler.body, inner);
    if (thrown) end = handled;
    else if (end === 'return') tracer.returned = returned;
  } else if (thrown && !finalizer) throw thrown;
  tracer.isRaised = before;
  if (!finalizer) return end;
  const returned = tracer.returned;
  const last = tracer.execute(finalizer, scope);
  if (last !== 'next') return last;
  tracer.returned = returned;
  return end;
}
