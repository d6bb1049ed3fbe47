import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { functionOf, onlyValue } from '../tree/known-calls.ts';
import { globalObjects } from '../values/paths.ts';
import {
  addressAttributes,
  assignmentSinks,
  callSinks,
  markupProperties,
  methodSinks,
  type SinkKind,
} from './sinks.ts';
import { callSources } from './sources.ts';

/** Other names of `Function`. */
const functionConstructors: ReadonlySet<string> = new Set([
  ...['Function.constructor', 'Function.prototype.constructor', 'Object.constructor'],
]);
const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval']);

/** The sink that a call is for its arguments. */
export function callSink(
  reading: ScriptReading,
  node: CallExpression | NewExpression,
): SinkKind | undefined {
  const { values } = reading;
  const path = values.path(node.callee);
  const method = path.slice(path.lastIndexOf('.') + 1);
  if (functionConstructors.has(path)) return 'code';
  if (timers.has(path)) return isText(reading, node.arguments[0]) ? 'code' : undefined;
  if (method === 'constructor') {
    const isCode = isOfFunction(reading, node) && isText(reading, node.arguments.at(-1));
    return isCode ? 'code' : undefined;
  }
  if (isHiddenGlobal(reading, node.callee)) return 'code';
  if (method === 'postMessage' && path.includes('contentWindow')) return 'message';
  if (method !== 'setAttribute' && method !== 'attr') {
    return callSinks.get(withoutCall(path)) ?? methodSinks.get(method);
  }
  // `$(location).attr('href', …)` is a redirect.
  const owner = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
  if (owner?.type === 'CallExpression' && values.path(owner.arguments[0]) === 'location') {
    return 'location';
  }
  return attributeSink(path, values.text(node.arguments[0])?.toLowerCase() ?? '');
}

/** Arguments that reach the sink: timers run only the first. */
export const sunkArguments = (
  { values }: ScriptReading,
  node: CallExpression | NewExpression,
): readonly AnyNode[] =>
  timers.has(values.path(node.callee)) ? node.arguments.slice(0, 1) : node.arguments;

/** The sink that an assignment to a member is for the value. */
export function assignmentSink(
  { values }: ScriptReading,
  target: MemberExpression,
): SinkKind | undefined {
  const known = assignmentSinks.get(values.path(target));
  if (known) return known;
  const property = values.property(target) ?? '';
  if (markupProperties.has(property)) return 'markup';
  if (property === 'cssText') return 'style';
  const { object } = target;
  const isStyle = object.type === 'MemberExpression' && values.property(object) === 'style';
  return isStyle ? 'style' : undefined;
}

/** The sink of `setAttribute` and `attr`; `path` is the path of the method. */
function attributeSink(path: string, attribute: string): SinkKind | undefined {
  if (attribute === 'style') return 'style';
  if (/^on[a-z]+$/.test(attribute)) return 'code';
  if (attribute === 'srcdoc') return 'markup';
  if (!addressAttributes.has(attribute)) return undefined;
  return assignmentSinks.get(`${path.slice(0, path.lastIndexOf('.'))}.${attribute}`);
}

/** `f.constructor` is `Function`; the constructor of another object, as in `new error.constructor(text)`, creates its like. */
function isOfFunction(
  { tree, bindings }: ScriptReading,
  { type, callee }: CallExpression | NewExpression,
): boolean {
  if (type === 'CallExpression' && callee.type !== 'Identifier') return true;
  const made =
    callee.type === 'Identifier' ? onlyValue(tree, bindings, tree.numberOf(callee)) : callee;
  if (made?.type !== 'MemberExpression') return true;
  const { object } = made;
  if (object.type === 'ThisExpression') return false;
  return (
    object.type !== 'Identifier' || functionOf(tree, bindings, tree.numberOf(object)) !== undefined
  );
}

/** Whether an argument is certainly a string: timers and constructors take anything. */
function isText(reading: ScriptReading, node: AnyNode | undefined): boolean {
  const { tree, bindings, values } = reading;
  if (!node) return false;
  if (values.text(node) !== undefined) {
    return node.type !== 'Literal' || typeof node.value === 'string';
  }
  if (node.type === 'CallExpression') {
    const path = values.path(node.callee);
    return callSources.has(path) || path.endsWith('.join');
  }
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'BinaryExpression') return node.operator === '+';
  const assigned = bindings.of(tree.numberOf(node))?.values ?? [];
  return assigned.some(
    (it) => tree.node(it)?.type !== 'Identifier' && isText(reading, tree.node(it)),
  );
}

/** `fetch.call(window, …)` and `fetch.apply(…)` are calls of `fetch`. */
const withoutCall = (path: string): string => path.replace(/\.(?:call|apply)$/, '');

/**
 * `window[decode('6576616c')](…)`: the script hides the name of a function. Lookups by number do not count:
 * obfuscators hide all names like that.
 */
function isHiddenGlobal({ values }: ScriptReading, callee: AnyNode): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'CallExpression') return false;
  const [encoded] = callee.property.arguments;
  return (
    encoded?.type === 'Literal' &&
    typeof encoded.value === 'string' &&
    globalObjects.has(values.path(callee.object)) &&
    values.property(callee) === undefined
  );
}
