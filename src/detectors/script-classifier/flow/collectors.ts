import type { AnyNode, ObjectExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { isThis, memberName } from '../tree/known-calls.ts';
import { globalMember } from './global-member.ts';
import type { SinkKind } from './sinks.ts';
import { ThisOwners } from './this-owners.ts';

/** Where the value of an expression flows to: variables, their members, members of `this`, callers, or a sink. */
export interface Collector {
  variables: readonly Binding[];
  members: readonly Member[];
  own: readonly OwnMember[];
  /** Number of the function that returns the value. */
  returnsFrom?: number;
  sink?: Sink;
}

/** `a.name`; members of members count as their owner: `a.name.b` is in `a.name`. */
export interface Member {
  readonly variable: Binding;
  readonly name: string;
}

/** `this.name`. */
export interface OwnMember {
  /** The class or object of `this`; see `ThisOwners`. */
  readonly owner: number;
  readonly name: string;
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
  readonly owners: ThisOwners;
  /** By the number of the expression. */
  readonly all: (Collector | undefined)[];

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.owners = new ThisOwners(reading);
    this.all = new Array(reading.tree.nodes.length);
  }

  /** The collector of an expression; created if it has none. */
  of(expression: AnyNode): Collector {
    const number = this.#reading.tree.numberOf(expression);
    const known = this.all[number];
    if (known) return known;
    const collector: Collector = { variables: none, members: none, own: none };
    this.all[number] = collector;
    return collector;
  }

  toVariables(expression: AnyNode, variables: readonly Binding[]): void {
    const collector = this.of(expression);
    collector.variables = joined(collector.variables, variables);
  }

  toPattern(expression: AnyNode, pattern: AnyNode): void {
    const variables = this.variablesIn(pattern);
    const [variable] = variables;
    if (expression.type !== 'ObjectExpression' || pattern.type !== 'Identifier' || !variable) {
      this.toVariables(expression, variables);
      return;
    }
    for (const it of expression.properties) {
      const name = it.type === 'Property' && !it.computed ? memberKey(it.key) : undefined;
      if (name === undefined) this.toVariables(it, variables);
      else this.#toMember(it, { variable, name });
    }
  }

  #toMember(expression: AnyNode, member: Member): void {
    const collector = this.of(expression);
    collector.members = joined(collector.members, [member]);
  }

  toSink(expression: AnyNode, sink: Sink): void {
    this.of(expression).sink = sink;
  }

  /** A value that the class around it stores in its member. */
  toMemberOfThis(expression: AnyNode, name: string): void {
    const collector = this.of(expression);
    const owner = this.owners.ofNode(this.#reading.tree.numberOf(expression));
    collector.own = joined(collector.own, [{ owner, name }]);
  }

  /** Values of an object literal are members of `this` in its methods. */
  toMembersOfLiteral(literal: ObjectExpression): void {
    const { tree } = this.#reading;
    const isMethod = (it: AnyNode): boolean =>
      it.type === 'Property' && it.value.type === 'FunctionExpression';
    if (!literal.properties.some(isMethod)) return;
    const owner = this.owners.ofLiteral(tree.numberOf(literal));
    for (const it of literal.properties) {
      const name = it.type === 'Property' && !it.computed ? memberKey(it.key) : undefined;
      if (name === undefined || isMethod(it)) continue;
      const collector = this.of(it);
      collector.own = joined(collector.own, [{ owner, name }]);
    }
  }

  /** A value that is stored in `a.b.c` flows into `a.b`, one that is stored in `this.a.b` into `this.a`. */
  toOwner(expression: AnyNode, object: AnyNode): void {
    const { values, bindings, tree } = this.#reading;
    let owner = object;
    let global: Binding | undefined;
    let own: OwnMember | undefined;
    /** The member of the owner, and of the global variable. */
    let name: string | undefined;
    let globalName: string | undefined;
    while (true) {
      if (owner.type === 'AssignmentExpression') owner = owner.left;
      else if (owner.type === 'LogicalExpression') owner = owner.left;
      else if (owner.type !== 'MemberExpression') break;
      else {
        const property = values.property(owner);
        if (property !== undefined && isThis(tree, bindings, owner.object)) {
          own = { owner: this.owners.of(owner.object), name: property };
        }
        if (!global) {
          global = globalMember(this.#reading, owner);
          globalName = name;
        }
        name = property;
        owner = owner.object;
      }
    }
    const collector = this.of(expression);
    if (own !== undefined) collector.own = joined(collector.own, [own]);
    const variable = global ?? bindings.of(tree.numberOf(owner));
    const member = global ? globalName : name;
    if (variable && member !== undefined) this.#toMember(expression, { variable, name: member });
    else if (variable) collector.variables = joined(collector.variables, [variable]);
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

const memberKey = (key: AnyNode): string | undefined =>
  key.type === 'Literal' ? String(key.value) : memberName(key);

/** Avoids copies: most collectors have a single list. */
const joined = <Item>(first: readonly Item[], second: readonly Item[]): readonly Item[] =>
  first.length === 0 ? second : second.length === 0 ? first : [...first, ...second];

const none: readonly never[] = [];
