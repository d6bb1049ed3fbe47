import type {
  AnyNode,
  AssignmentProperty,
  BinaryExpression,
  CallExpression,
  MemberExpression,
  Property,
} from 'acorn';
import type { Observed } from '../tree/observed.ts';
import type { Tracer } from './trace-context.ts';
import { Thrown } from './trace-context.ts';
import { binaryOf, sumOf } from './trace-operators.ts';
import {
  type FunctionNode,
  Host,
  isUnknown,
  numberOf,
  Rope,
  Scope,
  TraceFunction,
  TraceList,
  TraceNative,
  TraceObject,
  TracePattern,
  textOf,
  truthOf,
  unknown,
  type Value,
} from './trace-values.ts';

/** Longer strings are not kept. */
const MAX_OBSERVED = 2000;

/** Keeps the value for the static analysis, which then knows what an obfuscated expression stands for. */
export function observe(node: AnyNode, value: Value): void {
  const seen = node as Observed;
  if (seen.observed === null) return;
  const isKept = typeof value === 'string' && value.length <= MAX_OBSERVED;
  if (!isKept) seen.observed = null;
  else if (seen.observed === undefined) seen.observed = value;
  else if (seen.observed !== value) seen.observed = null;
}

/** Evaluates an expression; values that are not known are `Host`. */
export function evaluateExpression(tracer: Tracer, node: AnyNode, scope: Scope): Value {
  switch (node.type) {
    case 'Literal':
      if (node.regex) {
        return new TracePattern(node.regex.pattern, node.regex.flags, tracer.prototypes.pattern);
      }
      return typeof node.value === 'bigint' ? unknown : (node.value as Value);
    case 'Identifier':
      return readName(tracer, node.name, scope);
    case 'ThisExpression':
      tracer.budget.step(scope.steps);
      return scope.find('this')?.names.get('this') ?? tracer.global;
    case 'BinaryExpression':
      return node.operator === '+'
        ? sum(tracer, node, scope)
        : binaryOf(
            tracer.budget,
            node.operator,
            node.left.type === 'PrivateIdentifier' ? unknown : tracer.value(node.left, scope),
            tracer.value(node.right, scope),
          );
    case 'MemberExpression': {
      const value = readMember(tracer, node, tracer.value(node.object, scope), scope);
      if (node.computed) observe(node, value);
      return value;
    }
    case 'CallExpression': {
      const value = evaluateCall(tracer, node, scope);
      observe(node, tracer.budget.flat(value));
      return value;
    }
    case 'NewExpression':
      return tracer.construct(
        tracer.value(node.callee, scope),
        argumentsOf(tracer, node.arguments, scope),
      );
    case 'AssignmentExpression':
      return evaluateAssignment(tracer, node, scope);
    case 'UpdateExpression': {
      const operand = tracer.value(node.argument, scope);
      tracer.budget.read(operand);
      const before = numberOf(operand);
      const after = before === undefined ? unknown : before + (node.operator === '++' ? 1 : -1);
      tracer.assign(node.argument, after, scope, false);
      return node.prefix ? after : (before ?? unknown);
    }
    case 'UnaryExpression':
      return evaluateUnary(tracer, node.operator, node.argument, scope);
    case 'LogicalExpression':
      return evaluateLogical(tracer, node.operator, node.left, node.right, scope);
    case 'ConditionalExpression': {
      const truth = truthOf(tracer.value(node.test, scope));
      if (truth !== undefined) {
        return tracer.evaluate(truth ? node.consequent : node.alternate, scope);
      }
      const [first, second] = [node.consequent, node.alternate].map((it) =>
        tracer.evaluate(it, scope),
      );
      // The text may be the other one, so it counts as incomplete.
      if (typeof first === 'string') return new Rope([first], first.length, true);
      return first instanceof Host ? second : first;
    }
    case 'SequenceExpression': {
      let last: Value;
      for (const it of node.expressions) last = tracer.evaluate(it, scope);
      return last;
    }
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return makeFunction(tracer, node, scope);
    case 'ArrayExpression':
      return tracer.list(argumentsOf(tracer, node.elements, scope));
    case 'ObjectExpression':
      return makeObject(tracer, node.properties, scope);
    case 'TemplateLiteral': {
      let text: Value = node.quasis[0]?.value.cooked ?? '';
      for (const [at, it] of node.expressions.entries()) {
        text = sumOf(tracer.budget, text, tracer.evaluate(it, scope));
        text = sumOf(tracer.budget, text, node.quasis[at + 1]?.value.cooked ?? '');
      }
      return text;
    }
    case 'ChainExpression':
      return tracer.evaluate(node.expression, scope);
    case 'ParenthesizedExpression':
      return tracer.evaluate(node.expression, scope);
    case 'AwaitExpression':
    case 'YieldExpression':
      return node.argument ? tracer.evaluate(node.argument, scope) : undefined;
    case 'TaggedTemplateExpression':
      for (const it of node.quasi.expressions) tracer.evaluate(it, scope);
      return unknown;
    case 'ClassExpression':
      return makeClass(tracer, node, scope);
    default:
      return unknown;
  }
}

/** A loop over the left operands: sums of thousands of strings are common. */
function sum(tracer: Tracer, node: BinaryExpression, scope: Scope): Value {
  const parts: AnyNode[] = [];
  let left: AnyNode = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    parts.push(left.right);
    left = left.left;
  }
  let value = tracer.evaluate(left, scope);
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    tracer.budget.step();
    value = sumOf(tracer.budget, value, tracer.evaluate(parts[at] as AnyNode, scope));
  }
  const flat = value instanceof Rope ? value : tracer.budget.flat(value);
  observe(node, flat);
  return value;
}

function readName(tracer: Tracer, name: string, scope: Scope): Value {
  tracer.budget.step(scope.steps);
  const owner = scope.find(name);
  if (owner) return owner.names.get(name);
  if (name === 'undefined') return undefined;
  const { members } = tracer.global;
  if (members.has(name)) return members.get(name);
  // Nothing is known of it: the browser has it, another script makes it, or reading it fails.
  tracer.isRaised = true;
  return tracer.get(tracer.global, name);
}

export function readMember(
  tracer: Tracer,
  node: MemberExpression,
  object: Value,
  scope: Scope,
): Value {
  const key = keyOf(tracer, node, scope);
  return key === undefined ? unknown : tracer.get(object, key);
}

/** The name of a member; undefined if it is not known. */
export function keyOf(tracer: Tracer, node: MemberExpression, scope: Scope): string | undefined {
  const { property } = node;
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  if (!node.computed && property.type === 'Identifier') return property.name;
  const value = tracer.value(property, scope);
  if (property.type !== 'Literal') observe(property, value);
  return textOf(value);
}

/** Values of arguments or items. */
export function argumentsOf(
  tracer: Tracer,
  nodes: readonly (AnyNode | null)[],
  scope: Scope,
): Value[] {
  const values: Value[] = [];
  for (const node of nodes) {
    if (!node) values.push(undefined);
    else if (node.type !== 'SpreadElement') values.push(tracer.value(node, scope));
    else {
      const spread = tracer.value(node.argument, scope);
      const items = spread instanceof TraceList ? spread.items : [unknown];
      tracer.budget.step(items.length);
      for (const item of items) values.push(item);
    }
  }
  return values;
}

function evaluateCall(tracer: Tracer, node: CallExpression, scope: Scope): Value {
  const { callee } = node;
  if (callee.type === 'MemberExpression') {
    const self = callee.object.type === 'Super' ? unknown : tracer.value(callee.object, scope);
    const called = readMember(tracer, callee, self, scope);
    return tracer.call(called, self, argumentsOf(tracer, node.arguments, scope));
  }
  if (callee.type === 'Super') return unknown;
  const called = tracer.value(callee, scope);
  const args = argumentsOf(tracer, node.arguments, scope);
  // Code that is run by the name `eval` sees the variables around it.
  if (callee.type === 'Identifier' && called instanceof TraceNative && called.name === 'eval') {
    const [code] = args;
    return code instanceof TraceObject && !isUnknown(code) ? code : runText(tracer, code, scope);
  }
  return tracer.call(called, undefined, args);
}

/** Runs a value as code, if it is a text. */
export function runText(tracer: Tracer, code: Value, scope: Scope | undefined): Value {
  if (typeof code === 'string') return tracer.run(code, scope);
  if (code instanceof Rope) return tracer.run(tracer.budget.text(code), scope);
  return code instanceof Host ? unknown : code;
}

function evaluateAssignment(
  tracer: Tracer,
  node: Extract<AnyNode, { type: 'AssignmentExpression' }>,
  scope: Scope,
): Value {
  const operator = node.operator.slice(0, -1);
  let value: Value;
  if (operator === '') value = tracer.evaluate(node.right, scope);
  else if (operator === '||' || operator === '&&' || operator === '??') {
    value = evaluateLogical(tracer, operator, node.left, node.right, scope);
  } else if (operator === '+') {
    value = sumOf(
      tracer.budget,
      tracer.evaluate(node.left, scope),
      tracer.evaluate(node.right, scope),
    );
  } else {
    const left = tracer.value(node.left, scope);
    value = binaryOf(tracer.budget, operator, left, tracer.value(node.right, scope));
  }
  tracer.assign(node.left, value, scope, false);
  return value;
}

function evaluateUnary(tracer: Tracer, operator: string, argument: AnyNode, scope: Scope): Value {
  if (operator === 'typeof') return typeOf(tracer, argument, scope);
  if (operator === 'delete') {
    if (argument.type === 'MemberExpression') {
      const object = tracer.value(argument.object, scope);
      const key = keyOf(tracer, argument, scope);
      if (object instanceof TraceObject && key !== undefined) object.members.delete(key);
    }
    return true;
  }
  const value = tracer.value(argument, scope);
  if (operator === 'void') return undefined;
  if (operator === '!') {
    const truth = truthOf(value);
    return truth === undefined ? unknown : !truth;
  }
  tracer.budget.read(value);
  const number = numberOf(value);
  if (number === undefined) return unknown;
  if (operator === '-') return -number;
  return operator === '~' ? ~number : number;
}

function typeOf(tracer: Tracer, argument: AnyNode, scope: Scope): Value {
  const raised = tracer.isRaised;
  const value = tracer.value(argument, scope);
  // `typeof` of an undeclared name is no error.
  tracer.isRaised = raised;
  if (value instanceof TraceFunction || value instanceof TraceNative) return 'function';
  if (isUnknown(value)) return unknown;
  return typeof value;
}

function evaluateLogical(
  tracer: Tracer,
  operator: string,
  left: AnyNode,
  right: AnyNode,
  scope: Scope,
): Value {
  const first = tracer.value(left, scope);
  const truth =
    operator === '??' && !isUnknown(first) ? first !== null && first !== undefined : truthOf(first);
  if (truth === undefined) {
    const second = tracer.evaluate(right, scope);
    return second instanceof Host && operator !== '&&' ? first : second;
  }
  const isEnough = operator === '&&' ? !truth : truth;
  return isEnough ? first : tracer.evaluate(right, scope);
}

export function makeFunction(tracer: Tracer, node: FunctionNode, scope: Scope): TraceFunction {
  let outer = scope;
  const isNamed = node.type === 'FunctionExpression' && node.id;
  if (isNamed) outer = new Scope(scope, false);
  const self =
    node.type === 'ArrowFunctionExpression' ? scope.find('this')?.names.get('this') : undefined;
  const made = tracer.function(node, outer, self);
  if (isNamed && node.id) outer.names.set(node.id.name, made);
  return made;
}

/** The name of a member in an object or a pattern; undefined if it is not known. */
export function propertyKey(
  tracer: Tracer,
  { computed, key }: Property | AssignmentProperty,
  scope: Scope,
): string | undefined {
  if (computed) return textOf(tracer.value(key, scope));
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

function makeObject(tracer: Tracer, properties: readonly AnyNode[], scope: Scope): TraceObject {
  const made = new TraceObject(tracer.prototypes.object);
  for (const it of properties) {
    if (it.type === 'SpreadElement') {
      const spread = tracer.value(it.argument, scope);
      if (!(spread instanceof TraceObject)) continue;
      tracer.budget.step(spread.members.size);
      for (const [key, value] of spread.members) made.members.set(key, value);
    }
    if (it.type !== 'Property') continue;
    const key = propertyKey(tracer, it, scope);
    if (key === undefined) continue;
    const value = tracer.value(it.value, scope);
    // A getter is read once; what it returns later may differ.
    if (it.kind === 'init') made.members.set(key, value);
    else if (it.kind === 'get') made.members.set(key, tracer.call(value, made, []));
  }
  return made;
}

export function makeClass(
  tracer: Tracer,
  node: Extract<AnyNode, { type: 'ClassExpression' | 'ClassDeclaration' }>,
  scope: Scope,
): Value {
  let made: TraceFunction | undefined;
  const prototype = new TraceObject(tracer.prototypes.object);
  const statics: [string, Value][] = [];
  for (const it of node.body.body) {
    if (it.type !== 'MethodDefinition') continue;
    const value = tracer.value(it.value, scope);
    const key = it.computed
      ? textOf(tracer.value(it.key, scope))
      : it.key.type === 'Identifier'
        ? it.key.name
        : it.key.type === 'PrivateIdentifier'
          ? `#${it.key.name}`
          : undefined;
    if (it.kind === 'constructor' && value instanceof TraceFunction) made = value;
    else if (key !== undefined && it.kind === 'method') {
      if (it.static) statics.push([key, value]);
      else prototype.members.set(key, value);
    }
  }
  if (!made) return unknown;
  made.members.set('prototype', prototype);
  for (const [key, value] of statics) made.members.set(key, value);
  return made;
}

/** Throws what the script throws. Exceptions are slow, the more so in nested code, so they cost more steps. */
export function throwValue(tracer: Tracer, value: Value): never {
  tracer.budget.step(50 + tracer.depth);
  throw new Thrown(value);
}
