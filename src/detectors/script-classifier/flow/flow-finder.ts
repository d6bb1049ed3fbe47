import type { AnyNode, CallExpression } from 'acorn';
import type { Binding } from '../tree/bindings.ts';
import { isOwnObject, isThis, memberName, methodOf } from '../tree/known-calls.ts';
import type { ScriptReading } from '../tree/script-reading.ts';
import { type Collector, type CollectorPlan, planCollectors } from './collector-plan.ts';
import type { FieldGuards } from './field-guards.ts';
import type { Flow } from './flow.ts';
import { FlowGraph, type Passage } from './flow-graph.ts';
import { FlowTargets } from './flow-target.ts';
import { isForgotten } from './forgotten-answer.ts';
import { globalPlace } from './global-place.ts';
import { passageThrough } from './passage.ts';
import { networkSinks } from './sinks.ts';
import { SourceReader } from './source-reader.ts';
import { anyField, taint, worthTelling } from './taint.ts';

/**
 * Follows values through variables, calls and returns to the places where they leave. It takes no
 * account of order and branches, and knows objects as a whole: a value put into one is in all of it.
 */
export function findFlows(reading: ScriptReading, guards: FieldGuards): Flow[] {
  return new FlowFinder(reading, guards).find();
}

type Sink = NonNullable<Collector['sink']>;

/** Outside of every collector. */
const NOWHERE = -1;

class FlowFinder {
  readonly #reading: ScriptReading;
  readonly #guards: FieldGuards;
  readonly #plan: CollectorPlan;
  readonly #sources: SourceReader;
  readonly #graph = new FlowGraph();
  /** By the number of the binding. */
  readonly #variables: (number | undefined)[] = [];
  readonly #own = new Map<string, number>();
  readonly #returns = new Map<number, number>();
  readonly #sinks: { collector: Collector; point: number }[] = [];

  constructor(reading: ScriptReading, guards: FieldGuards) {
    this.#reading = reading;
    this.#guards = guards;
    this.#plan = planCollectors(reading);
    this.#sources = new SourceReader(reading, this.#plan.keyEvents);
  }

  find(): Flow[] {
    for (const { variable, bits } of this.#plan.eventSources)
      this.#graph.mark(this.#variable(variable), bits);
    this.#walk();
    this.#graph.spread();
    const targets = new FlowTargets(this.#reading);
    return this.#sinks.flatMap(({ collector: { sink }, point }) =>
      sink ? this.#flow(sink, this.#graph.bits(point) | (sink.bits ?? 0), targets) : [],
    );
  }

  /** Where something goes is asked only when something goes there. */
  #flow({ kind, node }: Sink, bits: number, targets: FlowTargets): Flow[] {
    const isSent = kind in networkSinks;
    if ((bits & worthTelling) === 0) {
      return kind === 'style'
        ? []
        : [{ sink: kind, node, bits, isForgotten: false, target: 'unknown' }];
    }
    const target = isSent || kind === 'markup' ? targets.of(kind, node) : 'unknown';
    if (kind === 'style' && !target) return [];
    const flow = { node, bits, isForgotten: isForgotten(this.#reading, kind, node) };
    // Markup with an address that goes on with the value loads an image or the like from there.
    const loaded =
      kind === 'markup' && target
        ? [{ ...flow, sink: 'image' as const, isForgotten: true, target }]
        : [];
    return [{ ...flow, sink: kind, target: target ?? 'unknown' }, ...loaded];
  }

  #walk(): void {
    const { tree } = this.#reading;
    const passages: Passage[] = new Array(tree.nodes.length);
    /** Points that what is below a node goes into. */
    const points = new Int32Array(tree.nodes.length);
    for (let number = 0; number < points.length; number += 1) {
      const parent = tree.parents[number] ?? -1;
      const outer = points[parent] ?? NOWHERE;
      const collector = this.#plan.collectors[number];
      const isFunction = tree.isFunction(number);
      points[number] = outer;
      // Outside of collectors nothing is passed on.
      if (outer === NOWHERE && !collector && !isFunction) continue;
      const outside =
        outer === NOWHERE ? 'part' : this.#passage(number, passages[parent] ?? 'part');
      const passage = collector ? 'whole' : outside;
      const into = collector ? this.#open(collector, outer, outside) : outer;
      const node = tree.nodes[number] as AnyNode;
      if (into !== NOWHERE) this.#collect(node, number, into, passage);
      if (isFunction) this.#enterFunction(node, number, into, passage);
      passages[number] = passage;
      points[number] = isFunction ? NOWHERE : into;
    }
  }

  #open(collector: Collector, outer: number, passage: Passage): number {
    const point = this.#graph.point();
    if (outer !== NOWHERE) this.#graph.arrow(point, outer, passage);
    for (const variable of collector.variables) {
      this.#graph.arrow(point, this.#variable(variable), 'whole');
    }
    for (const name of collector.own)
      this.#graph.arrow(point, this.#pointFor(this.#own, name), 'whole');
    if (collector.returnsFrom !== undefined) {
      this.#graph.arrow(point, this.#pointFor(this.#returns, collector.returnsFrom), 'whole');
    }
    if (collector.sink) this.#sinks.push({ collector, point });
    return point;
  }

  #enterFunction(node: AnyNode, number: number, into: number, passage: Passage): void {
    const { tree, bindings } = this.#reading;
    const returned = this.#pointFor(this.#returns, number);
    if (into !== NOWHERE) this.#graph.arrow(returned, into, passage);
    const variable =
      node.type === 'FunctionDeclaration' && node.id
        ? bindings.of(tree.numberOf(node.id))
        : undefined;
    if (variable) this.#graph.arrow(returned, this.#variable(variable), 'whole');
    const parent = tree.parent(number);
    const name = parent?.type === 'MethodDefinition' ? memberName(parent.key) : undefined;
    if (name !== undefined) this.#graph.arrow(returned, this.#pointFor(this.#own, name), 'whole');
  }

  #collect(node: AnyNode, number: number, into: number, passage: Passage): void {
    if (passage === 'none') return;
    const { bindings, values } = this.#reading;
    const bits = this.#sources.bits(node, number);
    const isCard = (bits & anyField) !== 0 && this.#guards.isPicked(number);
    if (bits !== 0) this.#graph.mark(into, isCard ? bits | taint.cardName : bits, passage);
    const variable = bindings.of(number);
    if (variable) this.#graph.arrow(this.#variable(variable), into, passage);
    if (node.type === 'CallExpression') this.#collectReturned(node, into, passage);
    if (node.type !== 'MemberExpression') return;
    const place = globalPlace(this.#reading, node);
    if (place) this.#graph.arrow(this.#variable(place), into, passage);
    if (isThis(this.#reading.tree, bindings, node.object)) {
      const own = this.#pointFor(this.#own, values.property(node) ?? '');
      this.#graph.arrow(own, into, passage);
    }
  }

  /** What a method of the script gives back; functions do so through their variable. */
  #collectReturned(node: CallExpression, into: number, passage: Passage): void {
    const { tree, bindings } = this.#reading;
    const callee =
      node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : node.callee;
    const called = callee && methodOf(tree, bindings, callee);
    if (called === undefined) return;
    // Of an unknown object the method is found by its name alone: where text came from is not told then.
    const isSure =
      callee?.type === 'MemberExpression' && isOwnObject(tree, bindings, callee.object);
    this.#graph.arrow(this.#pointFor(this.#returns, called), into, isSure ? passage : 'part');
  }

  #passage(number: number, outer: Passage): Passage {
    return outer === 'none' ? 'none' : passageThrough(this.#reading, number, outer);
  }

  #variable(binding: Binding): number {
    let point = this.#variables[binding.number];
    if (point === undefined) {
      point = this.#graph.point();
      this.#variables[binding.number] = point;
    }
    return point;
  }

  #pointFor<Key>(points: Map<Key, number>, key: Key): number {
    const known = points.get(key);
    if (known !== undefined) return known;
    const point = this.#graph.point();
    points.set(key, point);
    return point;
  }
}
