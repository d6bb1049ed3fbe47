import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { functionsOf, knownCall, memberName } from '../tree/known-calls.ts';
import type { Collectors } from './collectors.ts';
import type { EventSources } from './event-sources.ts';
import { callSink, sunkArguments } from './sink-finder.ts';
import { assignmentSinks, ownSinks } from './sinks.ts';
import { statePairs } from './state-pairs.ts';
import { taint } from './taint.ts';

/** Methods that pass the object, or its items, to a callback. */
const iterating: ReadonlySet<string> = new Set([
  ...['forEach', 'map', 'filter', 'each', 'then', 'reduce', 'some', 'every', 'find', 'flatMap'],
]);
/** Methods that pass their first argument, or its items, to the callback in their second. */
const iteratingArguments: ReadonlySet<string> = new Set(['call', 'each', 'from']);
/** Methods that store their arguments in the object. */
const storing: ReadonlySet<string> = new Set([
  ...['push', 'unshift', 'append', 'set', 'add', 'setItem'],
]);
/** Methods that insert an element into another. */
const nesting: ReadonlySet<string> = new Set(['appendChild', 'insertBefore', 'prepend']);
const listening: ReadonlySet<string> = new Set(['addEventListener', 'attachEvent', 'on']);

type Call = CallExpression | NewExpression;

/** Finds where the arguments and the objects of calls flow to. */
export class CallCollectors {
  readonly #reading: ScriptReading;
  readonly #collectors: Collectors;
  readonly #events: EventSources;
  readonly #states: ReadonlyMap<Binding, Binding>;

  constructor(reading: ScriptReading, collectors: Collectors, events: EventSources) {
    this.#reading = reading;
    this.#collectors = collectors;
    this.#events = events;
    this.#states = statePairs(reading);
  }

  collect(node: Call, number: number): void {
    this.#intoSink(node, number);
    this.#intoOwnSink(node, number);
    this.#intoAssigned(node, number);
    this.#intoParameters(node);
    this.#intoState(node);
    if (node.callee.type !== 'MemberExpression') {
      // Without an object, the listener is that of the window, or of a worker, which gets messages from its own page.
      const path = this.#reading.values.path(node.callee);
      const isMessage = this.#reading.values.texts(node.arguments[0]).includes('message');
      if (path === 'addEventListener' && !isMessage) this.#intoListener(node, path);
      return;
    }
    const method = this.#reading.values.property(node.callee) ?? '';
    this.#intoObject(node, node.callee.object, method);
    this.#intoCallback(node, node.callee.object, method);
    this.#intoListener(node, method);
  }

  #intoSink(node: Call, number: number): void {
    const kind = callSink(this.#reading, node);
    if (!kind) return;
    for (const arg of sunkArguments(this.#reading, node)) {
      this.#collectors.toSink(arg, { kind, node: number });
    }
  }

  /** `form.submit()` sends the form. */
  #intoOwnSink({ callee }: Call, number: number): void {
    const path = this.#reading.values.path(callee);
    const kind = ownSinks.get(path);
    if (!kind || callee.type !== 'MemberExpression') return;
    // A cloned form contains everything that was typed into the form of the page.
    const bits = path.startsWith('<clone>') ? taint.field | taint.allFields : 0;
    this.#collectors.toSink(callee.object, { kind, node: number, bits });
  }

  /** `Object.assign(new Image(), { src: … })`. */
  #intoAssigned(node: Call, number: number): void {
    const { values } = this.#reading;
    const [target, given] = node.arguments;
    if (!target || given?.type !== 'ObjectExpression') return;
    if (values.path(node.callee) !== 'Object.assign') return;
    const made = values.path(target);
    for (const it of given.properties) {
      if (it.type !== 'Property') continue;
      const kind = assignmentSinks.get(`${made}.${memberName(it.key)}`);
      if (kind && made.startsWith('<')) this.#collectors.toSink(it.value, { kind, node: number });
    }
  }

  #intoParameters(node: Call): void {
    const { tree, bindings } = this.#reading;
    const known = knownCall(tree, bindings, node);
    if (!known) return;
    bindings.parametersOf(known.functionNumber).forEach((parameters, at) => {
      const arg = known.args[at];
      if (arg) this.#collectors.toVariables(arg, parameters);
    });
  }

  /** `setPhrase(a)` of `const [phrase, setPhrase] = useState('')`. */
  #intoState({ callee, arguments: [value] }: Call): void {
    const { tree, bindings } = this.#reading;
    const setter = bindings.of(tree.numberOf(callee));
    const variable = setter && this.#states.get(setter);
    if (variable && value) this.#collectors.toVariables(value, [variable]);
  }

  /** `list.push(a)`; `form.appendChild(field)`. */
  #intoObject(node: Call, object: AnyNode, method: string): void {
    const isStored =
      storing.has(method) ||
      (nesting.has(method) && this.#reading.values.path(object) === '<form>');
    if (!isStored) return;
    for (const arg of node.arguments) this.#collectors.toOwner(arg, object);
  }

  /** `list.forEach(f)`; `[].forEach.call(list, f)`, `$.each(list, f)` and `Array.from(list, f)`. */
  #intoCallback(node: Call, object: AnyNode, method: string): void {
    const [first, second] = node.arguments;
    if (!first) return;
    if (iterating.has(method)) this.#handOver(object, first);
    if (iteratingArguments.has(method) && second) this.#handOver(first, second);
  }

  #handOver(list: AnyNode, callback: AnyNode): void {
    const { tree, bindings } = this.#reading;
    for (const called of functionsOf(tree, bindings, callback)) {
      const parameters = bindings.parametersOf(called).flat();
      if (parameters.length > 0) this.#collectors.toVariables(list, parameters);
    }
  }

  #intoListener(node: Call, method: string): void {
    const [event, ...handlers] = node.arguments;
    if (!listening.has(method) || handlers.length === 0) return;
    const names = this.#reading.values.texts(event).map((name) => name.replace(/^on/, ''));
    for (const handler of handlers) {
      for (const name of names) this.#events.addListener(handler, name);
    }
  }
}
