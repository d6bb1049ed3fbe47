import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { isThis } from '../tree/known-calls.ts';
import { globalMember } from './global-member.ts';
import type { SinkKind } from './sinks.ts';

/** Where the value of an expression flows to: variables, members of `this`, callers, or a sink. */
export interface Collector {
  variables: readonly Binding[];
  /** Names of members of `this`. */
  own: readonly string[];
  /** Number of the function that returns the value. */
  returnsFrom?: number;
  sink?: Sink;
}

export interface Sink {
  readonly kind: SinkKind;
  /** Number of the node that sends or runs the value. */
  readonly node: number;
  /** Bits of `taint` that the sink sends by itself. */
  readonly bits?: number;
}

/** Builds the collectors of a script. */
export class Collectors {
  readonly #reading: ScriptReading;
  /** By the number of the expression. */
  readonly all: (Collector | undefined)[];

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.all = new Array(reading.tree.nodes.length);
  }

  /** The collector of an expression; created if it has none. */
  of(expression: AnyNode): Collector {
    const number = this.#reading.tree.numberOf(expression);
    const known = this.all[number];
    if (known) return known;
    const collector: Collector = { variables: none, own: none };
    this.all[number] = collector;
    return collector;
  }

  toVariables(expression: AnyNode, variables: readonly Binding[]): void {
    const collector = this.of(expression);
    collector.variables = joined(collector.variables, variables);
  }

  toPattern(expression: AnyNode, pattern: AnyNode): void {
    this.toVariables(expression, this.variablesIn(pattern));
  }

  toSink(expression: AnyNode, sink: Sink): void {
    this.of(expression).sink = sink;
  }

  toMemberOfThis(expression: AnyNode, name: string): void {
    const collector = this.of(expression);
    collector.own = joined(collector.own, [name]);
  }

  /** A value that is stored in `a.b.c` flows into `a`, one that is stored in `this.a.b` into `this.a`. */
  toOwner(expression: AnyNode, object: AnyNode): void {
    const { values, bindings, tree } = this.#reading;
    let owner = object;
    let global: Binding | undefined;
    let own: string | undefined;
    while (true) {
      if (owner.type === 'AssignmentExpression') owner = owner.left;
      else if (owner.type === 'LogicalExpression') owner = owner.left;
      else if (owner.type !== 'MemberExpression') break;
      else {
        if (isThis(tree, bindings, owner.object)) own = values.property(owner);
        global ??= globalMember(this.#reading, owner);
        owner = owner.object;
      }
    }
    const collector = this.of(expression);
    if (own !== undefined) collector.own = joined(collector.own, [own]);
    const variable = global ?? bindings.of(tree.numberOf(owner));
    if (variable) collector.variables = joined(collector.variables, [variable]);
  }

  /** Variables that a pattern assigns. */
  variablesIn(pattern: AnyNode): readonly Binding[] {
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

/** Avoids copies: most collectors have a single list. */
const joined = <Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] =>
  first.length === 0 ? second : second.length === 0 ? first : [...first, ...second];

const none: readonly never[] = [];
