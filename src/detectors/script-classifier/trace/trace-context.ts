import type { AnyNode } from 'acorn';
import type { TraceBudget } from './trace-budget.ts';
import type {
  FunctionNode,
  Host,
  Scope,
  TraceFunction,
  TraceList,
  TraceObject,
  Value,
} from './trace-values.ts';

/** How a statement ended. */
export type Completion = 'next' | 'break' | 'continue' | 'return';

/** `throw` of the script. */
export class Thrown {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** What a script does with an object of the browser or the operating system. */
export interface Effect {
  readonly kind: 'code' | 'markup' | 'object' | 'call' | 'element' | 'address';
  /** VBScript, markup, the name of a created object, the path of a called method, the path of a set member. */
  readonly text: string;
  /** Known arguments of the call; an unknown one is empty. */
  readonly args: readonly string[];
  /** Node of the outermost script that was running. */
  readonly at: AnyNode | undefined;
}

export interface Prototypes {
  readonly object: TraceObject;
  readonly list: TraceObject;
  readonly text: TraceObject;
  readonly number: TraceObject;
  readonly code: TraceObject;
  readonly pattern: TraceObject;
}

/** The interface between the parts of the tracer, which depend on each other. */
export interface Tracer {
  readonly budget: TraceBudget;
  /** The window: its members are the global variables. */
  readonly global: Host;
  readonly prototypes: Prototypes;
  /** Markup of the page; empty for a script alone. */
  readonly html: string;
  /** Nested expressions, statements and calls. */
  depth: number;
  /** Something failed that a `catch` would have caught. */
  isRaised: boolean;
  /** A branch that may or may not be taken leaves the loop or function. */
  mayLeave: boolean;
  /** Value and label of the statement that ended last. */
  returned: Value;
  label: string | undefined;
  /** May be a rope: for callers that only pass it on or append to it. */
  evaluate(node: AnyNode, scope: Scope): Value;
  /** The same as a plain value. */
  value(node: AnyNode, scope: Scope): Value;
  execute(node: AnyNode, scope: Scope): Completion;
  /** Runs statements in a scope that has their functions declared. */
  block(statements: readonly AnyNode[], scope: Scope): Completion;
  assign(target: AnyNode, value: Value, scope: Scope, isDeclared: boolean): void;
  get(object: Value, key: string): Value;
  set(object: Value, key: string, value: Value): void;
  call(called: Value, self: Value, args: readonly Value[]): Value;
  construct(called: Value, args: readonly Value[]): Value;
  /** Runs code that the script has as text. */
  run(code: string, scope: Scope | undefined): Value;
  list(items: Value[]): TraceList;
  function(node: FunctionNode, scope: Scope, self: Value): TraceFunction;
  /** Calls the function later, as the browser does. */
  later(called: Value, self: Value, args: readonly Value[]): void;
  /** Writes markup into the page: its scripts run. */
  markup(value: Value): void;
  /** The element of the page with an id. */
  element(id: string): Host;
  /** The elements of the page with a tag; one that is not known if there are none. */
  elements(tag: string): Host[];
  effect(kind: Effect['kind'], text: string, args?: readonly Value[]): void;
}
