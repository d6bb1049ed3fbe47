import type { AnyNode } from 'acorn';
import type { Binding } from '../tree/bindings.ts';
import type { ScriptReading } from '../tree/script-reading.ts';
import { type Collector, type CollectorPlan, planCollectors } from './collector-plan.ts';
import type { Flow } from './flow.ts';
import { FlowGraph, type Passage } from './flow-graph.ts';
import { isForgotten } from './forgotten-answer.ts';
import { passageThrough } from './passage.ts';
import { sourceBits } from './source-bits.ts';

/**
 * Follows values through variables, calls and returns to the places where they leave. It takes no
 * account of order and branches, and knows objects as a whole: a value put into one is in all of it.
 */
export function findFlows(reading: ScriptReading): Flow[] {
  return new FlowFinder(reading).find();
}

interface Open {
  readonly last: number;
  /** Point of the collector; nothing directly in a function. */
  readonly point: number | undefined;
}

class FlowFinder {
  readonly #reading: ScriptReading;
  readonly #plan: CollectorPlan;
  readonly #graph = new FlowGraph();
  readonly #variables = new Map<Binding, number>();
  readonly #own = new Map<string, number>();
  readonly #returns = new Map<number, number>();
  readonly #sinks: { collector: Collector; point: number }[] = [];

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.#plan = planCollectors(reading);
  }

  find(): Flow[] {
    for (const { variable, bits } of this.#plan.told)
      this.#graph.mark(this.#variable(variable), bits);
    this.#walk();
    this.#graph.spread();
    return this.#sinks.flatMap(({ collector: { sink }, point }) =>
      sink
        ? [
            {
              sink: sink.kind,
              node: sink.node,
              bits: this.#graph.bits(point),
              isForgotten: isForgotten(this.#reading, sink.kind, sink.node),
            },
          ]
        : [],
    );
  }

  #walk(): void {
    const { tree } = this.#reading;
    const open: Open[] = [];
    const passages: Passage[] = [];
    for (const [number, node] of tree.nodes.entries()) {
      while (open.length > 0 && (open.at(-1)?.last ?? 0) < number) open.pop();
      const collector = this.#plan.collectors.get(number);
      const outside = this.#passage(number, passages[tree.parents[number] ?? 0] ?? 'part');
      passages.push(collector ? 'whole' : outside);
      if (collector) {
        const point = this.#open(collector, open.at(-1)?.point, outside);
        open.push({ last: tree.lasts[number] ?? number, point });
      }
      const into = open.at(-1)?.point;
      if (into !== undefined) this.#collect(node, number, into, passages[number] ?? 'part');
      if (tree.isFunction(number))
        this.#enterFunction(node, number, { into, passage: passages[number] ?? 'part' }, open);
    }
  }

  #open(collector: Collector, outer: number | undefined, passage: Passage): number {
    const point = this.#graph.point();
    if (outer !== undefined) this.#graph.arrow(point, outer, passage);
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

  #enterFunction(
    node: AnyNode,
    number: number,
    { into, passage }: { into: number | undefined; passage: Passage },
    open: Open[],
  ): void {
    const { tree, bindings } = this.#reading;
    const returned = this.#pointFor(this.#returns, number);
    if (into !== undefined) this.#graph.arrow(returned, into, passage);
    const variable =
      node.type === 'FunctionDeclaration' && node.id
        ? bindings.of(tree.numberOf(node.id))
        : undefined;
    if (variable) this.#graph.arrow(returned, this.#variable(variable), 'whole');
    open.push({ last: tree.lasts[number] ?? number, point: undefined });
  }

  #collect(node: AnyNode, number: number, into: number, passage: Passage): void {
    const { bindings, values } = this.#reading;
    const bits = sourceBits(this.#reading, node, number, this.#plan.keyEvents);
    this.#graph.mark(into, bits, passage);
    const variable = bindings.of(number);
    if (variable) this.#graph.arrow(this.#variable(variable), into, passage);
    if (node.type !== 'MemberExpression') return;
    if (node.object.type === 'ThisExpression') {
      const own = this.#pointFor(this.#own, values.property(node) ?? '');
      this.#graph.arrow(own, into, passage);
    }
  }

  #passage(number: number, outer: Passage): Passage {
    return outer === 'part' ? 'part' : passageThrough(this.#reading, number, outer);
  }

  #variable(binding: Binding): number {
    return this.#pointFor(this.#variables, binding);
  }

  #pointFor<Key>(points: Map<Key, number>, key: Key): number {
    const known = points.get(key);
    if (known !== undefined) return known;
    const point = this.#graph.point();
    points.set(key, point);
    return point;
  }
}
