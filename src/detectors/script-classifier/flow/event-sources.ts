import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { functionOf, functionsOf } from '../tree/known-calls.ts';
import type { FlowSource } from './flow-graph.ts';
import { eventBits, keyEventNames } from './sources.ts';
import { isFiltered } from './storage-filter.ts';
import { taint } from './taint.ts';

/** A variable that receives external data: of an event, of a request of the page, of the storage. */
export interface EventSource extends FlowSource {
  readonly variable: Binding;
}

/** Index of the parameter with the data that the page sends, for functions that scripts replace. */
const interceptedAt: ReadonlyMap<string, number> = new Map([
  ['fetch', 1],
  ['XMLHttpRequest.prototype.send', 0],
  ['navigator.sendBeacon', 1],
]);

/** Parts of a request that are no data of the page. */
const envelope: ReadonlySet<string> = new Set([
  ...['method', 'headers', 'signal', 'url', 'credentials', 'mode', 'cache', 'redirect'],
  ...['referrer', 'referrerPolicy', 'integrity', 'keepalive', 'window', 'priority'],
]);

/** `init && …`, `typeof init`, `init === undefined`, and the parameter itself. */
const isTested = (user: AnyNode | undefined): boolean =>
  user !== undefined &&
  ('params' in user ||
    ['LogicalExpression', 'UnaryExpression', 'BinaryExpression', 'IfStatement'].includes(
      user.type,
    ));

/** Finds variables that receive external data. */
export class EventSources {
  readonly #reading: ScriptReading;
  readonly all: EventSource[] = [];
  /** Variables that receive keyboard events. */
  readonly keyEvents = new Set<Binding>();

  constructor(reading: ScriptReading) {
    this.#reading = reading;
  }

  /** Adds the parameter of a listener. */
  addListener(handler: AnyNode, event: string): void {
    const { tree, bindings } = this.#reading;
    const bits = eventBits.get(event);
    if (!bits && !keyEventNames.has(event)) return;
    for (const called of functionsOf(tree, bindings, handler)) {
      const [variable] = bindings.parametersOf(called)[0] ?? [];
      if (variable && bits) this.all.push({ variable, node: called, bits });
      else if (variable) this.keyEvents.add(variable);
    }
  }

  /** Adds the parameter of a function that replaces `fetch` or `send`: it receives the data that the page sends. */
  addInterceptor(handler: AnyNode, path: string): void {
    const { tree, bindings } = this.#reading;
    const position = interceptedAt.get(path);
    if (position === undefined) return;
    const called = functionOf(tree, bindings, tree.numberOf(handler));
    if (called === undefined) return;
    for (const variable of bindings.parametersOf(called)[position] ?? []) {
      if (path === 'fetch' && !(this.#callsFetch(called) && this.#takesBody(variable))) continue;
      this.all.push({ variable, node: called, bits: taint.field | taint.allFields });
    }
  }

  /** Whether a function hands the request on to the original, without which the page would not work; what replaces a missing one does not. */
  #callsFetch(called: number): boolean {
    const { tree } = this.#reading;
    const last = tree.lasts[called] ?? called;
    return tree.nodes
      .slice(called, last + 1)
      .some((node) => node.type === 'CallExpression' && this.#isFetch(node.callee));
  }

  /** `fetch`, and `fetch.apply` of a variable that holds the original. */
  #isFetch(callee: AnyNode): boolean {
    const { values } = this.#reading;
    const isPassed =
      callee.type === 'MemberExpression' && /^(?:apply|call)$/.test(values.property(callee) ?? '');
    return values.path(isPassed ? callee.object : callee) === 'fetch';
  }

  /**
   * Whether a function that replaces `fetch` takes more of the request than its method, headers and the like. To pass it to the
   * original takes nothing.
   */
  #takesBody(variable: Binding): boolean {
    const { tree, bindings, values } = this.#reading;
    return bindings.referencesOf(variable).some((use) => {
      const user = tree.parent(use);
      if (user?.type === 'MemberExpression' && tree.numberOf(user.object) === use) {
        return !envelope.has(values.property(user) ?? '');
      }
      if (user?.type !== 'CallExpression') return !isTested(user);
      return !this.#isFetch(user.callee);
    });
  }

  /** Adds the variables of `for (const key in localStorage)`. */
  addStorageLoop(list: AnyNode, variables: readonly Binding[], node: number): void {
    const path = this.#reading.values.path(list);
    if (path !== 'localStorage' && path !== 'sessionStorage') return;
    for (const variable of variables) {
      const isDump = !isFiltered(this.#reading, variable);
      const bits = taint.storage | (isDump ? taint.storageDump : 0);
      this.all.push({ variable, node, bits });
    }
  }
}
