import type { AnyNode, CallExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { isOwnObject, isThis, memberName, methodOf } from '../tree/known-calls.ts';
import { type CollectorPlan, planCollectors } from './collector-plan.ts';
import type { Collector, OwnMember, Sink } from './collectors.ts';
import type { FieldGuards } from './field-guards.ts';
import type { Flow } from './flow.ts';
import { FlowGraph, type FlowSource, type Passage } from './flow-graph.ts';
import { FlowTargets, type Target } from './flow-target.ts';
import { globalMember } from './global-member.ts';
import { isResponseIgnored } from './ignored-response.ts';
import { passageThrough } from './passage.ts';
import { networkSinks, type SinkKind } from './sinks.ts';
import { SourceReader } from './source-reader.ts';
import { anyField, fieldNames, sensitiveData, taint, textOnly } from './taint.ts';

/**
 * Follows values through variables, calls and returns to sinks. It ignores the order of statements and branches,
 * and treats objects as a whole: a value that is stored in a member taints the whole object.
 */
export function findFlows(reading: ScriptReading, guards: FieldGuards): Flow[] {
  return new FlowFinder(reading, guards).find();
}

/** A flow with its sources. */
export interface TracedFlow {
  readonly flow: Flow;
  readonly sources: readonly FlowSource[];
}

/** The same flows with their sources. Slower than `findFlows`. */
export function traceFlows(reading: ScriptReading, guards: FieldGuards): TracedFlow[] {
  return new FlowFinder(reading, guards).trace();
}

/** A sink with the vertex of the values that reach it. */
type GraphSink = Sink & { readonly vertex: number };

/** The vertex of nodes outside of every collector. */
const NOWHERE = -1;

/** Functions with more callers are helpers of a framework. */
const MAX_CALLERS = 60;

const calledName = (callee: AnyNode): string | undefined =>
  callee.type === 'MemberExpression' && !callee.computed ? memberName(callee.property) : undefined;

const ownKey = ({ owner, name }: OwnMember): string => `${owner}.${name}`;

/** Members that give the contents of their object. */
const collectionMethods: ReadonlySet<string> = new Set([
  ...['concat', 'entries', 'every', 'filter', 'find', 'flat', 'flatMap', 'forEach', 'get', 'join'],
  ...['keys', 'map', 'pop', 'reduce', 'reduceRight', 'replace', 'reverse', 'shift', 'slice'],
  ...['some', 'sort', 'splice', 'toJSON', 'toString', 'values', 'valueOf', 'at', 'each', 'trim'],
  ...['serialize', 'serializeArray', 'val', 'append', 'push', 'split', 'substr', 'substring'],
]);

/** Sinks that load what a URL leads to. */
const loading: ReadonlySet<SinkKind> = new Set(['script', 'frame', 'location']);

class FlowFinder {
  readonly #reading: ScriptReading;
  readonly #guards: FieldGuards;
  readonly #plan: CollectorPlan;
  readonly #sources: SourceReader;
  readonly #targets: FlowTargets;
  readonly #graph: FlowGraph;
  /** Vertices of variables, by the number of the binding. */
  readonly #variables: (number | undefined)[] = [];
  /** Vertices of the members of a variable by their names, by the number of the binding. */
  readonly #members: (Map<string, number> | undefined)[] = [];
  /** Vertices of what is stored in a variable as a whole, by the number of the binding. */
  readonly #wholes: (number | undefined)[] = [];
  readonly #own = new Map<string, number>();
  /** Numbers of the calls of methods, by their names. */
  #callers: Map<string, number> | undefined;
  readonly #returns = new Map<number, number>();
  readonly #sinks: GraphSink[] = [];

  constructor(reading: ScriptReading, guards: FieldGuards) {
    this.#reading = reading;
    this.#guards = guards;
    this.#plan = planCollectors(reading);
    this.#sources = new SourceReader(reading, this.#plan);
    this.#targets = new FlowTargets(reading);
    this.#graph = new FlowGraph(reading.tree.nodes.length);
  }

  find(): Flow[] {
    this.#follow();
    return this.#sinks.flatMap((sink) => this.#flowsInto(sink));
  }

  trace(): TracedFlow[] {
    this.#follow();
    return this.#sinks.flatMap((sink) => {
      const flows = this.#flowsInto(sink);
      const own = { node: sink.node, bits: sink.bits ?? 0 };
      const sources = this.#graph.sourcesOf(sink.vertex);
      if (own.bits !== 0) sources.push(own);
      return flows.map((flow) => ({ flow, sources }));
    });
  }

  #follow(): void {
    for (const { variable, node, bits } of this.#plan.eventSources) {
      this.#graph.addSource(this.#whole(variable), { node, bits });
    }
    this.#walk();
    this.#graph.spread();
  }

  /** Finds the target and the use of the response only if sensitive data reaches the sink. */
  #flowsInto({ kind, node, vertex, bits: own = 0 }: GraphSink): Flow[] {
    const reaching = this.#graph.bits(vertex);
    const isOfOthers = (reaching & sensitiveData) !== 0 && !this.#graph.areNamesNear(vertex);
    const isText = kind !== 'code' || this.#graph.isTextNear(vertex, node);
    const near = (isOfOthers ? ~fieldNames : -1) & (isText ? -1 : ~textOnly);
    const bits = (reaching & near) | own;
    const isHostDecoded =
      (bits & taint.decoded) !== 0 && loading.has(kind) && this.#targets.isDecoded(kind, node);
    if ((bits & sensitiveData) === 0) {
      const target = 'unknown';
      return kind === 'style'
        ? []
        : [{ sink: kind, node, bits, isResponseIgnored: false, target, isHostDecoded }];
    }
    const isNear = own !== 0 || this.#graph.isDataNear(vertex, node);
    const target = this.#targetOf(kind, node, isNear);
    if (kind === 'style' && !target) return [];
    const flow = {
      node,
      bits,
      isHostDecoded,
      // Statistics ignore responses too; for what people type into fields each request is checked.
      isResponseIgnored: isResponseIgnored(this.#reading, kind, node, (bits & anyField) !== 0),
    };
    // `'<img src="//x.test/?' + value + '">'` also loads an image from that host.
    const loaded =
      kind === 'markup' && target
        ? [{ ...flow, sink: 'image' as const, isResponseIgnored: true, target }]
        : [];
    return [{ ...flow, sink: kind, target: target ?? 'unknown' }, ...loaded];
  }

  /** Data from far away may belong to something else than the host that is named here. */
  #targetOf(kind: SinkKind, node: number, isNear: boolean): Target | undefined {
    if (kind !== 'markup' && !(kind in networkSinks)) return 'unknown';
    const target = this.#targets.of(kind, node);
    if (isNear || target === undefined || target === 'own') return target;
    return kind === 'markup' ? undefined : 'unknown';
  }

  #walk(): void {
    const { tree } = this.#reading;
    const passages: Passage[] = new Array(tree.nodes.length);
    /** Vertices that the values of the children of a node go into. */
    const vertices = new Int32Array(tree.nodes.length);
    for (let number = 0; number < vertices.length; number += 1) {
      const parent = tree.parents[number] ?? -1;
      const outer = vertices[parent] ?? NOWHERE;
      const collector = this.#plan.collectors[number];
      const isFunction = tree.isFunction(number);
      vertices[number] = outer;
      // Values without a collector do not flow.
      if (outer === NOWHERE && !collector && !isFunction) continue;
      const outside =
        outer === NOWHERE ? 'part' : this.#passage(number, passages[parent] ?? 'part');
      const passage = collector ? 'whole' : outside;
      const into = collector ? this.#open(collector, outer, outside) : outer;
      const node = tree.nodes[number] as AnyNode;
      if (into !== NOWHERE) this.#collect(node, number, into, passage);
      if (isFunction) this.#enterFunction(node, number, into, passage);
      passages[number] = passage;
      vertices[number] = isFunction ? NOWHERE : into;
    }
  }

  #open(collector: Collector, outer: number, passage: Passage): number {
    const vertex = this.#graph.addVertex();
    if (outer !== NOWHERE) this.#graph.addEdge(vertex, outer, passage);
    for (const variable of collector.variables) {
      this.#graph.addEdge(vertex, this.#whole(variable), 'whole');
    }
    for (const { variable, name } of collector.members) {
      this.#graph.addEdge(vertex, this.#member(variable, name), 'whole');
    }
    for (const member of collector.own)
      this.#graph.addEdge(vertex, this.#vertexFor(this.#own, ownKey(member)), 'whole');
    if (collector.returnsFrom !== undefined) {
      this.#graph.addEdge(vertex, this.#vertexFor(this.#returns, collector.returnsFrom), 'whole');
    }
    if (collector.sink) this.#sinks.push({ ...collector.sink, vertex });
    return vertex;
  }

  #enterFunction(node: AnyNode, number: number, into: number, passage: Passage): void {
    const { tree, bindings } = this.#reading;
    const returned = this.#vertexFor(this.#returns, number);
    if (into !== NOWHERE) this.#graph.addEdge(returned, into, passage);
    const variable =
      node.type === 'FunctionDeclaration' && node.id
        ? bindings.of(tree.numberOf(node.id))
        : undefined;
    if (variable) this.#graph.addEdge(returned, this.#whole(variable), 'whole');
    const parent = tree.parent(number);
    const name = parent?.type === 'MethodDefinition' ? memberName(parent.key) : undefined;
    if (name !== undefined) {
      const member = { owner: this.#plan.owners.ofNode(number), name };
      this.#graph.addEdge(returned, this.#vertexFor(this.#own, ownKey(member)), 'whole');
    }
  }

  #collect(node: AnyNode, number: number, into: number, passage: Passage): void {
    if (passage === 'none') return;
    const { bindings, values } = this.#reading;
    const bits = this.#sources.bits(node, number);
    const isCard = (bits & anyField) !== 0 && this.#guards.isPicked(number);
    if (bits !== 0) {
      const source = { node: number, bits: isCard ? bits | taint.cardName : bits };
      this.#graph.addSource(into, source, passage);
    }
    const variable = bindings.of(number);
    if (variable && !this.#isShared(variable, number)) {
      this.#graph.addEdge(this.#read(variable, number), into, passage);
    }
    if (node.type === 'CallExpression') this.#collectReturned(node, into, passage);
    if (node.type !== 'MemberExpression') return;
    const global = globalMember(this.#reading, node);
    if (global) this.#graph.addEdge(this.#read(global, number), into, passage);
    if (isThis(this.#reading.tree, bindings, node.object)) {
      const member = {
        owner: this.#plan.owners.of(node.object),
        name: values.property(node) ?? '',
      };
      this.#graph.addEdge(this.#vertexFor(this.#own, ownKey(member)), into, passage);
    }
  }

  /** The result of a method of the script. Results of functions go through the variable of the function. */
  #collectReturned(node: CallExpression, into: number, passage: Passage): void {
    const { tree, bindings } = this.#reading;
    const callee =
      node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : node.callee;
    const called = callee && methodOf(tree, bindings, callee);
    if (!callee || called === undefined || this.#callersOf(callee) > MAX_CALLERS) return;
    // For an unknown object the method is found by its name alone, so `textOnly` bits do not propagate.
    const isSure =
      callee?.type === 'MemberExpression' && isOwnObject(tree, bindings, callee.object);
    this.#graph.addEdge(this.#vertexFor(this.#returns, called), into, isSure ? passage : 'part');
  }

  /**
   * Whether a name is called that very many calls share, such as a helper of a framework. Its result is taken for that of its
   * own arguments: otherwise what one caller passes would reach all others.
   */
  #isShared(variable: Binding, number: number): boolean {
    const { tree, bindings } = this.#reading;
    const user = tree.parent(number);
    const isCalled = user?.type === 'CallExpression' && tree.numberOf(user.callee) === number;
    return isCalled && bindings.referencesOf(variable).length > MAX_CALLERS;
  }

  /** How many calls of a method of this name there are. */
  #callersOf(callee: AnyNode): number {
    const { tree } = this.#reading;
    if (!this.#callers) {
      this.#callers = new Map();
      for (const number of tree.ofType('CallExpression')) {
        const call = tree.node(number);
        const name = call?.type === 'CallExpression' ? calledName(call.callee) : undefined;
        if (name !== undefined) this.#callers.set(name, (this.#callers.get(name) ?? 0) + 1);
      }
    }
    return this.#callers.get(calledName(callee) ?? '') ?? 0;
  }

  #passage(number: number, outer: Passage): Passage {
    return outer === 'none' ? 'none' : passageThrough(this.#reading, number, outer);
  }

  /** Everything in a variable: what is stored in it as a whole, and all of its members. */
  #variable(binding: Binding): number {
    let vertex = this.#variables[binding.number];
    if (vertex === undefined) {
      vertex = this.#graph.addVertex();
      this.#variables[binding.number] = vertex;
      this.#graph.addEdge(this.#whole(binding), vertex, 'whole');
    }
    return vertex;
  }

  #whole(binding: Binding): number {
    let vertex = this.#wholes[binding.number];
    if (vertex === undefined) {
      vertex = this.#graph.addVertex();
      this.#wholes[binding.number] = vertex;
      // Also connects the vertex of everything.
      this.#variable(binding);
    }
    return vertex;
  }

  /** A member of a variable; a value that is stored as a whole may contain it. */
  #member(binding: Binding, name: string): number {
    let members = this.#members[binding.number];
    if (!members) {
      members = new Map();
      this.#members[binding.number] = members;
    }
    let vertex = members.get(name);
    if (vertex === undefined) {
      vertex = this.#graph.addVertex();
      members.set(name, vertex);
      this.#graph.addEdge(this.#whole(binding), vertex, 'whole');
      this.#graph.addEdge(vertex, this.#variable(binding), 'whole');
      this.#connectLiteral(binding, name, vertex);
    }
    return vertex;
  }

  /** `app.a` is `this.a` in the methods of `const app = { … }`. */
  #connectLiteral({ values: [only, ...others] }: Binding, name: string, vertex: number): void {
    const isLiteral = this.#reading.tree.node(only ?? -1)?.type === 'ObjectExpression';
    if (only === undefined || others.length > 0 || !isLiteral) return;
    const member = { owner: this.#plan.owners.ofLiteral(only), name };
    const own = this.#vertexFor(this.#own, ownKey(member));
    this.#graph.addEdge(own, vertex, 'whole');
    this.#graph.addEdge(vertex, own, 'whole');
  }

  /** What an expression with a variable reads: `a.b` the member, `a`, `a[i]` and `a.map(…)` everything. */
  #read(binding: Binding, number: number): number {
    const { tree, values } = this.#reading;
    const user = tree.parent(number);
    if (user?.type !== 'MemberExpression' || tree.numberOf(user.object) !== number) {
      return this.#variable(binding);
    }
    const name = values.property(user);
    if (name === undefined || collectionMethods.has(name)) return this.#variable(binding);
    return this.#member(binding, name);
  }

  #vertexFor<Key>(vertices: Map<Key, number>, key: Key): number {
    const known = vertices.get(key);
    if (known !== undefined) return known;
    const vertex = this.#graph.addVertex();
    vertices.set(key, vertex);
    return vertex;
  }
}
