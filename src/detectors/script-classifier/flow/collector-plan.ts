import type {
  AnyNode,
  AssignmentExpression,
  CallExpression,
  MemberExpression,
  NewExpression,
} from 'acorn';
import type { Binding } from '../tree/bindings.ts';
import { functionOf, functionsOf, isThis, knownCall, memberName } from '../tree/known-calls.ts';
import { globalObjects } from '../tree/paths.ts';
import type { ScriptReading } from '../tree/script-reading.ts';
import { functionTypes } from '../tree/syntax-tree.ts';
import type { FlowSource } from './flow-graph.ts';
import { globalPlace } from './global-place.ts';
import {
  addressAttributes,
  assignmentSinks,
  callSinks,
  markupProperties,
  methodSinks,
  ownSinks,
  type SinkKind,
} from './sinks.ts';
import { callSources, eventSources, keyEventNames } from './sources.ts';
import { taint } from './taint.ts';

/** An expression whose value goes somewhere: into variables, back to a caller, or out. */
export interface Collector {
  variables: readonly Binding[];
  /** Properties of `this`, by name. */
  own: readonly string[];
  /** Function that returns it. */
  returnsFrom?: number;
  /** `bits` are sent whatever else is. */
  sink?: { readonly kind: SinkKind; readonly node: number; readonly bits?: number };
}

export interface CollectorPlan {
  /** By the number of the expression. */
  readonly collectors: readonly (Collector | undefined)[];
  /** What listeners are told, by the variable that takes it. */
  readonly keyEvents: ReadonlySet<Binding>;
  readonly eventSources: readonly EventSource[];
}

/** A variable that gets something from outside: an event, a request of the page, an item of the storage. */
interface EventSource extends FlowSource {
  readonly variable: Binding;
}

/** Methods that hand the object, or what is in it, to a function. */
const handingMethods: ReadonlySet<string> = new Set([
  'forEach',
  'map',
  'filter',
  'each',
  'then',
  'reduce',
  'some',
  'every',
  'find',
  'flatMap',
]);

/** Methods that put their arguments into the object. */
const takingMethods: ReadonlySet<string> = new Set([
  ...['push', 'unshift', 'append', 'set', 'add', 'setItem'],
]);
/** Methods that put an element into another. */
const nestingMethods: ReadonlySet<string> = new Set(['appendChild', 'insertBefore', 'prepend']);
/** Methods that hand their first argument, or what is in it, to their second. */
const givenMethods: ReadonlySet<string> = new Set(['call', 'each', 'from']);

const listeningMethods: ReadonlySet<string> = new Set(['addEventListener', 'attachEvent', 'on']);
/** Which parameter of what is put into its place is the data that is sent. */
const interceptedAt: ReadonlyMap<string, number> = new Map([
  ['fetch', 1],
  ['XMLHttpRequest.prototype.send', 0],
  ['navigator.sendBeacon', 1],
]);

/** Nodes that put a value somewhere. */
const collecting = [
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'CallExpression',
  'ForInStatement',
  'ForOfStatement',
  'ImportExpression',
  'NewExpression',
  'PropertyDefinition',
  'ReturnStatement',
  'VariableDeclarator',
  'YieldExpression',
] as const;

const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval']);

export function planCollectors(reading: ScriptReading): CollectorPlan {
  return new Planner(reading).plan();
}

class Planner {
  readonly #reading: ScriptReading;
  readonly #collectors: (Collector | undefined)[];
  readonly #keyEvents = new Set<Binding>();
  readonly #eventSources: EventSource[] = [];

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.#collectors = new Array(reading.tree.nodes.length);
  }

  plan(): CollectorPlan {
    const { tree } = this.#reading;
    const functions = tree.enclosing(functionTypes);
    for (const number of tree.ofTypes(collecting)) {
      const node = tree.node(number);
      // The program is no function: nothing is returned from it.
      if (node) this.#look(node, number, functions[number] || undefined);
    }
    return {
      collectors: this.#collectors,
      keyEvents: this.#keyEvents,
      eventSources: this.#eventSources,
    };
  }

  #look(node: AnyNode, number: number, inside: number | undefined): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.#give(node.init, this.#variablesIn(node.id));
        break;
      case 'AssignmentExpression':
        this.#assignment(node, number);
        break;
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node, number);
        break;
      case 'ImportExpression':
        this.#into(node.source).sink = { kind: 'script', node: number };
        break;
      case 'ReturnStatement':
      case 'YieldExpression':
        if (node.argument && inside !== undefined) this.#into(node.argument).returnsFrom = inside;
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') this.#into(node.body).returnsFrom = number;
        break;
      case 'ForInStatement': {
        const { left } = node;
        const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
        const path = this.#reading.values.path(node.right);
        if (!target || (path !== 'localStorage' && path !== 'sessionStorage')) break;
        for (const variable of this.#variablesIn(target)) {
          const bits = taint.storage | taint.storageDump;
          this.#eventSources.push({ variable, node: number, bits });
        }
        break;
      }
      case 'PropertyDefinition': {
        const name = node.computed ? undefined : memberName(node.key);
        if (!node.value || name === undefined) break;
        const collector = this.#into(node.value);
        collector.own = joined(collector.own, [name]);
        break;
      }
      case 'ForOfStatement': {
        const { left } = node;
        const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
        if (target) this.#give(node.right, this.#variablesIn(target));
        break;
      }
      default:
    }
  }

  #assignment(node: AssignmentExpression, number: number): void {
    const { values } = this.#reading;
    const collector = this.#into(node.right);
    this.#give(node.right, this.#variablesIn(node.left));
    if (node.left.type === 'Identifier') {
      const kind =
        node.left.name === 'location' ? assignmentSinks.get(values.path(node.left)) : undefined;
      if (kind) collector.sink = { kind, node: number };
      this.#interceptor(node.right, values.path(node.left));
    }
    if (node.left.type !== 'MemberExpression') return;
    const property = values.property(node.left) ?? '';
    const kind =
      assignmentSinks.get(values.path(node.left)) ?? this.#styleOrMarkup(node.left, property);
    if (kind) collector.sink = { kind, node: number };
    this.#intoOwner(node.left, collector);
    this.#interceptor(node.right, values.path(node.left));
    if (property.startsWith('on')) this.#listener(node.right, property.slice(2));
  }

  #styleOrMarkup({ object }: MemberExpression, property: string): SinkKind | undefined {
    if (markupProperties.has(property)) return 'markup';
    if (property === 'cssText') return 'style';
    const isStyle =
      object.type === 'MemberExpression' && this.#reading.values.property(object) === 'style';
    return isStyle ? 'style' : undefined;
  }

  #call(node: CallExpression | NewExpression, number: number): void {
    const { values, tree, bindings } = this.#reading;
    const path = values.path(node.callee);
    const method = path.slice(path.lastIndexOf('.') + 1);
    const sink = this.#sinkOf(node, path, method);
    if (sink) {
      const sent = timers.has(path) ? node.arguments.slice(0, 1) : node.arguments;
      for (const arg of sent) this.#into(arg).sink = { kind: sink, node: number };
    }
    const own = ownSinks.get(path);
    if (own && node.callee.type === 'MemberExpression') {
      // A cloned form has all that was typed into the one of the page.
      const bits = path.startsWith('<clone>') ? taint.field | taint.allFields : 0;
      this.#into(node.callee.object).sink = { kind: own, node: number, bits };
    }
    this.#assigned(node, path, number);
    const known = knownCall(tree, bindings, node);
    if (known) {
      bindings.parametersOf(known.functionNumber).forEach((parameters, at) => {
        const arg = known.args[at];
        if (arg) this.#give(arg, parameters);
      });
    }
    if (node.callee.type !== 'MemberExpression') return;
    this.#method(node, node.callee.object, values.property(node.callee) ?? '');
  }

  /** `Object.assign(new Image(), { src: … })`. */
  #assigned(node: CallExpression | NewExpression, path: string, number: number): void {
    const [target, given] = node.arguments;
    if (path !== 'Object.assign' || !target || given?.type !== 'ObjectExpression') return;
    const made = this.#reading.values.path(target);
    for (const it of given.properties) {
      if (it.type !== 'Property') continue;
      const kind = assignmentSinks.get(`${made}.${memberName(it.key)}`);
      if (kind && made.startsWith('<')) this.#into(it.value).sink = { kind, node: number };
    }
  }

  #method(node: CallExpression | NewExpression, object: AnyNode, method: string): void {
    const { values } = this.#reading;
    if (takingMethods.has(method)) {
      for (const arg of node.arguments) this.#intoOwner(object, this.#into(arg));
    }
    if (nestingMethods.has(method) && values.path(object) === '<form>') {
      for (const arg of node.arguments) this.#intoOwner(object, this.#into(arg));
    }
    const [first, second] = node.arguments;
    if (handingMethods.has(method) && first) this.#hand(object, first);
    // `[].forEach.call(list, f)`, `$.each(list, f)` and `Array.from(list, f)`.
    if (givenMethods.has(method) && first && second) this.#hand(first, second);
    if (listeningMethods.has(method) && node.arguments[1]) {
      const [event, ...others] = node.arguments;
      const names = values.texts(event).map((name) => name.replace(/^on/, ''));
      for (const handler of others) for (const name of names) this.#listener(handler, name);
    }
  }

  #hand(list: AnyNode, callback: AnyNode): void {
    const { tree, bindings } = this.#reading;
    for (const called of functionsOf(tree, bindings, callback)) {
      const parameters = bindings.parametersOf(called).flat();
      if (parameters.length > 0) this.#give(list, parameters);
    }
  }

  #sinkOf(
    node: CallExpression | NewExpression,
    path: string,
    method: string,
  ): SinkKind | undefined {
    const { values } = this.#reading;
    if (timers.has(path) || method === 'constructor') {
      return this.#isText(node.arguments.at(timers.has(path) ? 0 : -1)) ? 'code' : undefined;
    }
    if (isHiddenGlobal(values, node.callee)) return 'code';
    if (method === 'postMessage' && path.includes('contentWindow')) return 'message';
    if (method !== 'setAttribute' && method !== 'attr') {
      return callSinks.get(withoutCall(path)) ?? methodSinks.get(method);
    }
    const attribute = values.text(node.arguments[0])?.toLowerCase() ?? '';
    if (attribute === 'style') return 'style';
    if (/^on[a-z]+$/.test(attribute)) return 'code';
    if (attribute === 'srcdoc') return 'markup';
    if (!addressAttributes.has(attribute)) return undefined;
    return assignmentSinks.get(`${path.slice(0, path.lastIndexOf('.'))}.${attribute}`);
  }

  /** Whether an argument is surely text: timers and constructors take anything. */
  #isText(node: AnyNode | undefined): boolean {
    const { tree, bindings, values } = this.#reading;
    if (!node) return false;
    if (values.text(node) !== undefined)
      return node.type !== 'Literal' || typeof node.value === 'string';
    if (node.type === 'CallExpression') return callSources.has(values.path(node.callee));
    if (node.type === 'TemplateLiteral') return true;
    if (node.type === 'BinaryExpression') return node.operator === '+';
    const assigned = bindings.of(tree.numberOf(node))?.values ?? [];
    return assigned.some(
      (it) => tree.node(it)?.type !== 'Identifier' && this.#isText(tree.node(it)),
    );
  }

  /** A function put in the place of `fetch` or `send` is told what the page sends. */
  #interceptor(handler: AnyNode, path: string): void {
    const { tree, bindings } = this.#reading;
    const position = interceptedAt.get(path);
    const called =
      position === undefined ? undefined : functionOf(tree, bindings, tree.numberOf(handler));
    if (position === undefined || called === undefined) return;
    for (const variable of bindings.parametersOf(called)[position] ?? []) {
      this.#eventSources.push({ variable, node: called, bits: taint.field | taint.allFields });
    }
  }

  #listener(handler: AnyNode, event: string): void {
    const { tree, bindings } = this.#reading;
    const bits = eventSources.get(event);
    if (!bits && !keyEventNames.has(event)) return;
    for (const called of functionsOf(tree, bindings, handler)) {
      const [variable] = bindings.parametersOf(called)[0] ?? [];
      if (variable && bits) this.#eventSources.push({ variable, node: called, bits });
      else if (variable) this.#keyEvents.add(variable);
    }
  }

  #into(expression: AnyNode): Collector {
    const number = this.#reading.tree.numberOf(expression);
    const known = this.#collectors[number];
    if (known) return known;
    const collector: Collector = { variables: none, own: none };
    this.#collectors[number] = collector;
    return collector;
  }

  #give(expression: AnyNode, variables: readonly Binding[]): void {
    const collector = this.#into(expression);
    collector.variables = joined(collector.variables, variables);
  }

  /** What is put into `a.b.c` is in `a`, and what is put into `this.a.b` in `this.a`. */
  #intoOwner(object: AnyNode, collector: Collector): void {
    const { values, bindings, tree } = this.#reading;
    let owner = object;
    let place: Binding | undefined;
    let own: string | undefined;
    while (true) {
      if (owner.type === 'AssignmentExpression') owner = owner.left;
      else if (owner.type === 'LogicalExpression') owner = owner.left;
      else if (owner.type !== 'MemberExpression') break;
      else {
        if (isThis(tree, bindings, owner.object)) own = values.property(owner);
        place ??= globalPlace(this.#reading, owner);
        owner = owner.object;
      }
    }
    if (own !== undefined) collector.own = joined(collector.own, [own]);
    const variable = place ?? bindings.of(tree.numberOf(owner));
    if (variable) collector.variables = joined(collector.variables, [variable]);
  }

  #variablesIn(pattern: AnyNode): readonly Binding[] {
    const { tree, bindings } = this.#reading;
    if (pattern.type === 'MemberExpression') return none;
    const first = tree.numberOf(pattern);
    if (pattern.type === 'Identifier') {
      const binding = bindings.of(first);
      return binding ? [binding] : none;
    }
    const found: Binding[] = [];
    for (let number = first; number <= (tree.lasts[first] ?? 0); number += 1) {
      const binding = bindings.of(number);
      if (binding) found.push(binding);
    }
    return found;
  }
}

/** Most collectors have a single list, and keep that as it is. */
const joined = <Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] =>
  first.length === 0 ? second : second.length === 0 ? first : [...first, ...second];

const none: readonly never[] = [];

/** `fetch.call(window, …)` and `send.apply(…)` are what they call. */
const withoutCall = (path: string): string => path.replace(/\.(?:call|apply)$/, '');

/**
 * `window[decode('6576616c')](…)`: the name of the function is kept encoded. Obfuscators look every name
 * up by a number; that says nothing.
 */
function isHiddenGlobal(values: ScriptReading['values'], callee: AnyNode): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'CallExpression') return false;
  const [encoded] = callee.property.arguments;
  return (
    encoded?.type === 'Literal' &&
    typeof encoded.value === 'string' &&
    globalObjects.has(values.path(callee.object)) &&
    values.property(callee) === undefined
  );
}
