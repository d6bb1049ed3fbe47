import type { AnyNode, Program } from 'acorn';
import { type PageElement, readPage } from '../page/page-reader.ts';
import { type ParsedScript, parseScript } from '../tree/script-parser.ts';
import { type Hoisted, hoistedIn } from './hoisting.ts';
import { MAX_RESULT, MAX_TEXT, TraceBudget, TraceEnd } from './trace-budget.ts';
import {
  type Completion,
  type Effect,
  type Prototypes,
  Thrown,
  type Tracer,
} from './trace-context.ts';
import { evaluateExpression, makeFunction, propertyKey } from './trace-expressions.ts';
import { isCallable } from './trace-functions.ts';
import { callHost, constructHost } from './trace-host.ts';
import { addListMethods } from './trace-list-methods.ts';
import { getMember, setMember } from './trace-members.ts';
import { addNatives } from './trace-natives.ts';
import { executeStatement } from './trace-statements.ts';
import { addTextMethods } from './trace-text-methods.ts';
import {
  type FunctionNode,
  Host,
  isUnknown,
  type NativeCall,
  Rope,
  Scope,
  TraceFunction,
  TraceList,
  TraceNative,
  TraceObject,
  textOf,
  unknown,
  type Value,
} from './trace-values.ts';

/** Nested expressions, statements and calls. The limit keeps the recursion within the stack of any thread. */
const MAX_DEPTH = 800;
/** Levels that a function of the language counts for. */
const NATIVE_DEPTH = 5;
const MAX_EFFECTS = 600;
/** Times that a callback runs which the browser calls. */
const MAX_CALLBACK_RUNS = 2;
/** Share of the steps that the script itself may take before callbacks run. */
const MAIN_SHARE = 0.85;
/** Most steps of one callback, of all callbacks together, and of functions that the script never calls. */
const CALLBACK_STEPS = 30_000;
const QUEUE_STEPS = 250_000;
const UNCALLED_STEPS = 100_000;
/** Code that the script has as text: pieces, and characters of all of them. */
const MAX_PIECES = 60;
const MAX_CODE = 1_500_000;
const MIN_CODE = 20;
/** Steps of parsing a code, besides those for its length. */
const PARSE_STEPS = 100;
/** Times that reading markup takes longer than copying it. */
const PAGE_READING = 16;

type Parsed = Extract<ParsedScript, { kind: 'parsed' }>;

/** Code that the script ran as text. */
export interface TracedCode {
  readonly code: string;
  readonly parsed: Parsed;
  /** The node of the outermost script that ran it. */
  readonly at: AnyNode | undefined;
}

/** What a script did when it was traced. */
export interface Trace {
  readonly codes: readonly TracedCode[];
  readonly effects: readonly Effect[];
}

export interface TraceOptions {
  readonly steps: number;
  readonly characters: number;
  readonly elements: readonly PageElement[];
  /** The page itself, for scripts that read its markup. */
  readonly html: string;
}

/**
 * Follows a script statement by statement, without a browser: its own functions run, objects of the browser are
 * stand-ins that know nothing, and a condition that is not known takes all branches. Counted steps bound the work.
 */
export function traceScript(source: string, program: Program, options: TraceOptions): Trace {
  return new ScriptTracer(source, options).trace(program);
}

interface Waiting {
  readonly called: Value;
  readonly self: Value;
  readonly args: readonly Value[];
  readonly at: AnyNode | undefined;
}

class ScriptTracer implements Tracer {
  readonly budget: TraceBudget;
  readonly global = new Host('window');
  readonly prototypes: Prototypes;
  readonly html: string;
  isRaised = false;
  mayLeave = false;
  depth = 0;
  returned: Value;
  label: string | undefined;
  readonly #codes = new Map<string, TracedCode>();
  readonly #effects: Effect[] = [];
  readonly #seen = new Set<string>();
  readonly #hoisted = new Map<AnyNode, Hoisted>();
  readonly #queue: Waiting[] = [];
  #queueStart = 0;
  readonly #runs = new Map<AnyNode, number>();
  /** The first function that each node made. */
  readonly #made = new Map<AnyNode, TraceFunction>();
  readonly #elements: readonly PageElement[];
  readonly #byId = new Map<string, Host>();
  #source: string;
  #codeLeft = MAX_CODE;
  /** Depth of code that runs as text; the outermost script has 0. */
  #layer = 0;
  #at: AnyNode | undefined;

  constructor(source: string, { steps, characters, elements, html }: TraceOptions) {
    this.html = html;
    this.#source = source;
    this.#elements = elements;
    this.budget = new TraceBudget(steps, characters);
    const object = new TraceObject();
    const of = (): TraceObject => new TraceObject(object);
    this.prototypes = { object, list: of(), text: of(), number: of(), code: of(), pattern: of() };
    addNatives(this);
    addTextMethods(this);
    addListMethods(this);
  }

  trace(program: Program): Trace {
    if (this.html !== '') this.#nameElements();
    const most = Math.floor(this.budget.steps * MAIN_SHARE);
    this.#part(() => this.budget.part(most, () => void this.#program(program, undefined)));
    this.budget.part(QUEUE_STEPS, () => this.#runQueue());
    this.budget.part(UNCALLED_STEPS, () => this.#callUncalled());
    return { codes: [...this.#codes.values()], effects: this.#effects };
  }

  /** Elements with an id are global variables. */
  #nameElements(): void {
    for (const { id } of this.#elements) {
      if (id && !this.global.members.has(id)) this.global.children.set(id, this.element(id));
    }
  }

  /** Runs functions that the script has not called: handlers that other scripts call, and code for other browsers. */
  #callUncalled(): void {
    // Functions that are made meanwhile follow.
    for (const [node, made] of this.#made) {
      if (this.#runs.has(node)) continue;
      this.#callback(made, undefined, forced);
      this.#runQueue();
    }
  }

  #runQueue(): void {
    for (let next = this.#nextWaiting(); next; next = this.#nextWaiting()) {
      this.#at = next.at;
      this.#callback(next.called, next.self, next.args);
    }
  }

  /** Not `shift`, which moves all others. */
  #nextWaiting(): Waiting | undefined {
    const next = this.#queue[this.#queueStart];
    this.#queueStart += 1;
    if (next) return next;
    this.#queue.length = 0;
    this.#queueStart = 0;
    return undefined;
  }

  #callback(called: Value, self: Value, args: readonly Value[]): void {
    this.budget.step();
    this.#part(() => this.budget.part(CALLBACK_STEPS, () => this.call(called, self, args)));
  }

  /** Runs a part of the trace on its own. */
  #part(work: () => void): void {
    this.depth = 0;
    this.#layer = 0;
    this.label = undefined;
    try {
      work();
    } catch (error) {
      if (!(error instanceof TraceEnd || error instanceof Thrown)) throw error;
    }
  }

  #program(program: Program, scope: Scope | undefined): Value {
    const inner = scope ?? new Scope(undefined, false);
    this.#hoist(program, program.body, inner);
    this.returned = undefined;
    if (this.#layer > 0) this.block(program.body, inner);
    else this.#statements(program.body, inner);
    return this.returned;
  }

  /** An error ends one script of a page, not the others; where a script ends is not known here. */
  #statements(statements: readonly AnyNode[], scope: Scope): void {
    for (const statement of statements) {
      try {
        this.execute(statement, scope);
      } catch (error) {
        if (!(error instanceof Thrown)) throw error;
        this.depth = 0;
      }
    }
  }

  #hoist(node: AnyNode, roots: readonly AnyNode[], scope: Scope): Hoisted {
    let hoisted = this.#hoisted.get(node);
    if (!hoisted) {
      hoisted = hoistedIn(roots);
      this.#hoisted.set(node, hoisted);
    }
    this.budget.step(hoisted.functions.length + hoisted.names.length + scope.steps);
    const target = scope.functionScope();
    const names = target ? target.names : this.global.members;
    for (const name of hoisted.names) if (!names.has(name)) names.set(name, undefined);
    for (const declared of hoisted.functions) {
      if (declared.id) names.set(declared.id.name, makeFunction(this, declared, scope));
    }
    return hoisted;
  }

  evaluate(node: AnyNode, scope: Scope): Value {
    this.budget.step();
    if (node.type === 'Identifier' || node.type === 'Literal') {
      return evaluateExpression(this, node, scope);
    }
    if (this.depth >= MAX_DEPTH) return unknown;
    const before = this.#at;
    if (this.#layer === 0 && isCall(node)) this.#at = node;
    this.depth += 1;
    const value = evaluateExpression(this, node, scope);
    this.depth -= 1;
    this.#at = before;
    return value;
  }

  value(node: AnyNode, scope: Scope): Value {
    return this.budget.flat(this.evaluate(node, scope));
  }

  execute(node: AnyNode, scope: Scope): Completion {
    this.budget.step();
    if (this.depth >= MAX_DEPTH) return 'next';
    this.depth += 1;
    const end = executeStatement(this, node, scope);
    this.depth -= 1;
    return end;
  }

  block(statements: readonly AnyNode[], scope: Scope): Completion {
    for (const statement of statements) {
      const end = this.execute(statement, scope);
      if (end !== 'next') return end;
    }
    return 'next';
  }

  assign(target: AnyNode, value: Value, scope: Scope, isDeclared: boolean): void {
    switch (target.type) {
      case 'Identifier':
        this.#assignName(target.name, value, scope, isDeclared);
        break;
      case 'MemberExpression': {
        if (target.object.type === 'Super') break;
        const object = this.value(target.object, scope);
        const key =
          !target.computed && target.property.type === 'Identifier'
            ? target.property.name
            : target.property.type === 'PrivateIdentifier'
              ? `#${target.property.name}`
              : textOf(this.value(target.property, scope));
        if (key !== undefined) this.set(object, key, value);
        break;
      }
      case 'AssignmentPattern': {
        const flat = this.budget.flat(value);
        const given = flat === undefined ? this.evaluate(target.right, scope) : flat;
        this.assign(target.left, given, scope, isDeclared);
        break;
      }
      case 'ArrayPattern': {
        const list = this.budget.flat(value);
        for (const [at, it] of target.elements.entries()) {
          if (!it) continue;
          if (it.type !== 'RestElement')
            this.assign(it, this.get(list, String(at)), scope, isDeclared);
          else {
            const rest = list instanceof TraceList ? this.list(list.items.slice(at)) : unknown;
            this.assign(it.argument, rest, scope, isDeclared);
          }
        }
        break;
      }
      case 'ObjectPattern': {
        const object = this.budget.flat(value);
        for (const it of target.properties) {
          if (it.type === 'RestElement') this.assign(it.argument, object, scope, isDeclared);
          else {
            const key = propertyKey(this, it, scope);
            const part = key === undefined ? unknown : this.get(object, key);
            this.assign(it.value, part, scope, isDeclared);
          }
        }
        break;
      }
      default:
    }
  }

  #assignName(name: string, value: Value, scope: Scope, isDeclared: boolean): void {
    if (isDeclared) {
      scope.names.set(name, value);
      return;
    }
    this.budget.step(scope.steps);
    const owner = scope.find(name);
    if (owner) owner.names.set(name, value);
    else this.set(this.global, name, value);
  }

  get(object: Value, key: string): Value {
    return getMember(this, object, key);
  }

  set(object: Value, key: string, value: Value): void {
    setMember(this, object, key, value);
  }

  list(items: Value[]): TraceList {
    this.budget.step(items.length >> 3);
    return new TraceList(items, undefined);
  }

  function(node: FunctionNode, scope: Scope, self: Value): TraceFunction {
    const made = new TraceFunction(node, scope, self, this.#source.slice(node.start, node.end));
    if (!this.#runs.has(node) && !this.#made.has(node)) this.#made.set(node, made);
    return made;
  }

  call(called: Value, self: Value, args: readonly Value[]): Value {
    this.budget.step(1 + (args.length >> 3));
    if (called instanceof TraceNative) return this.#callNative(called.call, self, args);
    if (called instanceof TraceFunction) return this.#callFunction(called, self, args);
    if (called instanceof Host) return callHost(this, called, self, args);
    this.isRaised = true;
    return unknown;
  }

  /** Such functions take more of the stack, and may call functions of the script. */
  #callNative(call: NativeCall, self: Value, args: readonly Value[]): Value {
    if (this.depth + NATIVE_DEPTH >= MAX_DEPTH) return unknown;
    for (const arg of args) this.budget.read(arg);
    this.depth += NATIVE_DEPTH;
    const value = call(self, args);
    this.depth -= NATIVE_DEPTH;
    return typeof value === 'string' && value.length > MAX_RESULT ? unknown : value;
  }

  #callFunction(called: TraceFunction, self: Value, args: readonly Value[]): Value {
    const { node } = called;
    this.#runs.set(node, (this.#runs.get(node) ?? 0) + 1);
    if (this.depth >= MAX_DEPTH - 20) return unknown;
    const scope = new Scope(called.scope, true);
    const isArrow = node.type === 'ArrowFunctionExpression';
    scope.names.set('this', isArrow ? called.self : (self ?? this.global));
    this.#pass(node, args, scope);
    const [mayLeave, label] = [this.mayLeave, this.label];
    let value: Value;
    if (node.body.type !== 'BlockStatement') value = this.evaluate(node.body, scope);
    else {
      const hoisted = this.#hoist(node, node.body.body, scope);
      if (hoisted.usesArguments && !isArrow) {
        const list = this.list([...args]);
        list.members.set('callee', called);
        scope.names.set('arguments', list);
      }
      const end = this.block(node.body.body, scope);
      value = end === 'return' ? this.returned : undefined;
    }
    this.mayLeave = mayLeave;
    this.label = label;
    return value;
  }

  /** Gives the parameters of a function their values. */
  #pass({ params }: FunctionNode, args: readonly Value[], scope: Scope): void {
    this.budget.step(params.length >> 1);
    for (const [at, parameter] of params.entries()) {
      const given = args === forced ? unknown : args[at];
      if (parameter.type === 'Identifier') {
        scope.names.set(parameter.name, given);
        continue;
      }
      this.depth += NATIVE_DEPTH;
      if (parameter.type !== 'RestElement') this.assign(parameter, given, scope, true);
      else this.assign(parameter.argument, this.list(args.slice(at)), scope, true);
      this.depth -= NATIVE_DEPTH;
    }
  }

  construct(called: Value, args: readonly Value[]): Value {
    this.budget.step(1 + (args.length >> 3));
    if (called instanceof TraceNative) {
      return this.#callNative(called.construct ?? called.call, undefined, args);
    }
    if (called instanceof Host) return constructHost(this, called, args);
    if (!(called instanceof TraceFunction)) return unknown;
    const prototype = this.get(called, 'prototype');
    const made = new TraceObject(prototype instanceof TraceObject ? prototype : undefined);
    const value = this.call(called, made, args);
    return value instanceof TraceObject && !isUnknown(value) ? value : made;
  }

  run(code: string, scope: Scope | undefined): Value {
    if (code.length > MAX_TEXT || this.depth >= MAX_DEPTH - 50) return unknown;
    const traced = this.#parsed(code);
    if (!traced) return unknown;
    const before = this.#source;
    this.#source = code;
    this.#layer += 1;
    try {
      return this.#program(traced.parsed.program, scope);
    } finally {
      this.#layer -= 1;
      this.#source = before;
    }
  }

  #parsed(code: string): TracedCode | undefined {
    const known = this.#codes.get(code);
    if (known) return known;
    this.#codeLeft -= code.length;
    if (this.#codes.size >= MAX_PIECES || this.#codeLeft < 0) return undefined;
    this.budget.step(PARSE_STEPS + (code.length >> 2));
    // The script host ignores what follows a zero byte.
    const parsed = parseScript(code.includes('\0') ? code.replaceAll('\0', ' ') : code);
    if (parsed.kind !== 'parsed') return undefined;
    const traced = { code, parsed, at: this.#at };
    // Short code runs, but says little; a script may build its code one character at a time.
    if (code.length >= MIN_CODE) this.#codes.set(code, traced);
    return traced;
  }

  markup(value: Value): void {
    const text = value instanceof Rope ? this.budget.text(value) : textOf(value);
    if (text === undefined || text === '' || value instanceof Host) return;
    this.budget.characters(text.length);
    this.effect('markup', text);
    if (!/<script/i.test(text) || this.depth >= MAX_DEPTH / 2) return;
    this.budget.characters(PAGE_READING * text.length);
    for (const { code } of readPage(text)?.scripts ?? []) this.run(code, undefined);
  }

  element(id: string): Host {
    const known = this.#byId.get(id);
    if (known) return known;
    const found = this.#elements.find((it) => it.id === id);
    if (found && found.text.length >= MIN_ELEMENT_TEXT) this.effect('element', id);
    const host = found ? hostOf(found) : new Host('<node>');
    this.#byId.set(id, host);
    return host;
  }

  elements(tag: string): Host[] {
    const found = this.#elements.filter((it) => it.tag === tag);
    this.budget.step(this.#elements.length);
    if (found.length === 0) return [new Host(tag === 'script' ? '<oldscript>' : '<node>')];
    return found.map((it) => (it.id === undefined ? hostOf(it) : this.element(it.id)));
  }

  later(called: Value, self: Value, args: readonly Value[]): void {
    if (!isCallable(called)) return;
    if (called instanceof TraceFunction) {
      const runs = this.#runs.get(called.node) ?? 0;
      if (runs >= MAX_CALLBACK_RUNS) return;
    }
    this.budget.step(3);
    this.#queue.push({ called, self, args: args.length > 0 ? args : forced, at: this.#at });
  }

  effect(kind: Effect['kind'], text: string, args: readonly Value[] = []): void {
    if (this.#effects.length >= MAX_EFFECTS) return;
    const texts = args.map((it) => {
      const flat = it instanceof Rope ? this.budget.text(it) : textOf(it);
      return it instanceof Host ? '' : (flat ?? '').slice(0, MAX_ARGUMENT);
    });
    const key = [kind, text, ...texts].join('\0');
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#effects.push({ kind, text, args: texts, at: this.#at });
  }
}

/** An element with a shorter text holds no code. */
const MIN_ELEMENT_TEXT = 200;

/** Characters of an argument that are kept. */
const MAX_ARGUMENT = 2000;

/** Arguments of a function that the browser calls: none of them is known. */
const forced: readonly Value[] = [];

const isCall = ({ type }: AnyNode): boolean =>
  type === 'CallExpression' || type === 'NewExpression' || type === 'AssignmentExpression';

/** The style of an element; scripts hide keys in it. */
function styleOf(text: string): Host {
  const style = new Host('<style>');
  for (const part of text.slice(0, MAX_STYLE).split(';')) {
    const [name = '', value] = part.split(/:(.*)/s);
    const key = name.trim().replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (value !== undefined) style.members.set(key, value.trim());
  }
  return style;
}

const MAX_STYLE = 2000;

function hostOf({ attributes, text }: PageElement): Host {
  const host = new Host('<node>');
  for (const [name, value] of attributes) host.members.set(name, value);
  for (const name of ['innerHTML', 'innerText', 'textContent', 'text'])
    host.members.set(name, text);
  host.members.set('style', styleOf(attributes.get('style') ?? ''));
  return host;
}
