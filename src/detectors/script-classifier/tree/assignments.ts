import type { AnyNode } from 'acorn';
import { type Bindings, keyedNamesIn, namesIn, type Origin } from './bindings.ts';
import { callbacks } from './callbacks.ts';
import { functionOf, knownCall, memberName } from './known-calls.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** Records for every binding which expressions are assigned to it, also as arguments of calls. */
export function collectAssignments(tree: SyntaxTree, bindings: Bindings): void {
  for (const number of tree.ofTypes(assigning)) {
    const node = tree.node(number);
    if (node) assign(tree, bindings, node, number);
  }
  for (const number of passing.flatMap((type) => tree.ofType(type))) {
    const node = tree.node(number);
    if (!node) continue;
    passArguments(tree, bindings, node);
    for (const { handler, parameter, kind, of } of callbacks(tree, bindings, node)) {
      setCallbackOrigin(tree, bindings, handler, parameter, { kind, of });
    }
  }
}

/** Nodes that assign a value to a variable, or name a method. */
const assigning = [
  'AssignmentExpression',
  'ClassDeclaration',
  'ClassExpression',
  'ForInStatement',
  'ForOfStatement',
  'FunctionDeclaration',
  'FunctionExpression',
  'MethodDefinition',
  'Property',
  'UpdateExpression',
  'VariableDeclarator',
] as const;

/** Nodes that pass arguments to a function, or register a callback. */
const passing = [
  'CallExpression',
  'NewExpression',
  'AssignmentExpression',
  'MethodDefinition',
  'Property',
] as const;

/** Records the origin of a parameter of a callback, for all names in its pattern. */
function setCallbackOrigin(
  tree: SyntaxTree,
  bindings: Bindings,
  handler: number,
  parameter: number,
  origin: Omit<Origin, 'keys'>,
): void {
  const node = tree.node(handler);
  const user = tree.parent(handler)?.type;
  const isElement = origin.kind !== 'value';
  if (isElement && origin.of && (user === 'CallExpression' || user === 'AssignmentExpression')) {
    bindings.calledByElements.set(handler, origin.of);
  }
  const pattern = node && 'params' in node ? node.params[parameter] : undefined;
  if (!pattern) return;
  for (const { name, keys } of keyedNamesIn(pattern)) {
    const binding = bindings.of(tree.numberOf(name));
    if (binding) binding.origin ??= { ...origin, keys };
  }
}

function assign(tree: SyntaxTree, bindings: Bindings, node: AnyNode, number: number): void {
  switch (node.type) {
    case 'VariableDeclarator':
      if (node.id.type === 'Identifier') {
        if (node.init) addValue(tree, bindings, node.id, tree.numberOf(node.init));
      } else {
        markUnknown(tree, bindings, node.id);
        for (const { name, keys } of keyedNamesIn(node.id)) {
          const binding = bindings.of(tree.numberOf(name));
          if (binding && node.init) binding.origin ??= { kind: 'value', of: node.init, keys };
        }
      }
      break;
    case 'MethodDefinition':
    case 'Property':
      if (tree.isFunction(tree.numberOf(node.value))) {
        addMethod(bindings, node.key, node.value, tree);
      }
      break;
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (node.id) addValue(tree, bindings, node.id, number);
      break;
    case 'AssignmentExpression':
      if (node.left.type === 'MemberExpression' && isNamedFunction(tree, bindings, node.right)) {
        addMethod(bindings, node.left.property, node.right, tree);
      }
      if (node.left.type === 'Identifier' && node.operator === '=') {
        addValue(tree, bindings, node.left, tree.numberOf(node.right));
      } else markUnknown(tree, bindings, node.left);
      break;
    case 'UpdateExpression':
      markUnknown(tree, bindings, node.argument);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      if (node.id) addValue(tree, bindings, node.id, number);
      break;
    case 'ForOfStatement':
    case 'ForInStatement': {
      const target =
        node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      // An item has the path of its list: an item of a list of elements is an element.
      if (target?.type === 'Identifier' && node.type === 'ForOfStatement') {
        addValue(tree, bindings, target, tree.numberOf(node.right));
      } else if (target) markUnknown(tree, bindings, target);
      break;
    }
    default:
  }
}

function addValue(tree: SyntaxTree, bindings: Bindings, target: AnyNode, value: number): void {
  bindings.of(tree.numberOf(target))?.values.push(value);
}

function addMethod(bindings: Bindings, key: AnyNode, value: AnyNode, tree: SyntaxTree): void {
  const method = memberName(key);
  if (method === undefined) return;
  const known = bindings.methods.get(method);
  if (known) known.push(tree.numberOf(value));
  else bindings.methods.set(method, [tree.numberOf(value)]);
}

/** A function, or the name of one that is declared: `exports.save = save`. */
const isNamedFunction = (tree: SyntaxTree, bindings: Bindings, node: AnyNode): boolean =>
  tree.isFunction(tree.numberOf(node)) ||
  (node.type === 'Identifier' && functionOf(tree, bindings, tree.numberOf(node)) !== undefined);

/** Marks the variables of a pattern as having unknown values. */
function markUnknown(tree: SyntaxTree, bindings: Bindings, pattern: AnyNode): void {
  if (pattern.type === 'MemberExpression') return;
  const names = new Set(namesIn(pattern));
  if (names.size === 0) return;
  const first = tree.numberOf(pattern);
  for (let number = first; number <= (tree.lasts[first] ?? 0); number += 1) {
    const binding = bindings.of(number);
    if (binding && names.has(binding.name)) binding.hasUnknownValues = true;
  }
}

function passArguments(tree: SyntaxTree, bindings: Bindings, node: AnyNode): void {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
  const call = knownCall(tree, bindings, node);
  if (!call) return;
  for (const [position, parameters] of bindings.parametersOf(call.functionNumber).entries()) {
    const arg = call.args[position];
    const pattern = patternOf(tree, call.functionNumber, position);
    if (pattern && arg) setPartOrigins(tree, bindings, pattern, arg);
    for (const parameter of parameters) {
      if (arg && parameters.length === 1 && !pattern) parameter.values.push(tree.numberOf(arg));
      else parameter.hasUnknownValues = true;
    }
  }
}

/** The object pattern of a parameter: `function f({ a, b }) {}`. */
function patternOf(tree: SyntaxTree, functionNumber: number, position: number) {
  const node = tree.node(functionNumber);
  const parameter = node && 'params' in node ? node.params[position] : undefined;
  const pattern = parameter?.type === 'AssignmentPattern' ? parameter.left : parameter;
  return pattern?.type === 'ObjectPattern' ? pattern : undefined;
}

function setPartOrigins(tree: SyntaxTree, bindings: Bindings, pattern: AnyNode, of: AnyNode): void {
  for (const { name: part, keys } of keyedNamesIn(pattern)) {
    const binding = bindings.of(tree.numberOf(part));
    if (binding) binding.origin ??= { kind: 'value', of, keys };
  }
}
