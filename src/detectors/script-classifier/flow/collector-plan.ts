import type { AnyNode, AssignmentExpression, ForInStatement, ForOfStatement } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { memberName } from '../tree/known-calls.ts';
import { functionTypes } from '../tree/syntax-tree.ts';
import { CallCollectors } from './call-collectors.ts';
import { type Collector, Collectors } from './collectors.ts';
import { type EventSource, EventSources } from './event-sources.ts';
import { assignmentSink } from './sink-finder.ts';
import { assignmentSinks } from './sinks.ts';
import type { ThisOwners } from './this-owners.ts';

/** Where the value of each expression flows to; the input of the flow graph. */
export interface CollectorPlan {
  /** By the number of the expression. */
  readonly collectors: readonly (Collector | undefined)[];
  readonly owners: ThisOwners;
  /** Variables that receive keyboard events. */
  readonly keyEvents: ReadonlySet<Binding>;
  readonly eventSources: readonly EventSource[];
}

/** Nodes that store, pass or return a value. */
const collecting = [
  'ArrowFunctionExpression',
  'AssignmentExpression',
  'CallExpression',
  'ForInStatement',
  'ForOfStatement',
  'ImportExpression',
  'NewExpression',
  'ObjectExpression',
  'PropertyDefinition',
  'ReturnStatement',
  'VariableDeclarator',
  'YieldExpression',
] as const;

export function planCollectors(reading: ScriptReading): CollectorPlan {
  return new Planner(reading).plan();
}

class Planner {
  readonly #reading: ScriptReading;
  readonly #collectors: Collectors;
  readonly #events: EventSources;
  readonly #calls: CallCollectors;

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.#collectors = new Collectors(reading);
    this.#events = new EventSources(reading);
    this.#calls = new CallCollectors(reading, this.#collectors, this.#events);
  }

  plan(): CollectorPlan {
    const { tree } = this.#reading;
    const functions = tree.enclosing(functionTypes);
    for (const number of tree.ofTypes(collecting)) {
      const node = tree.node(number);
      // 0 is the program: a return outside of functions has no caller.
      if (node) this.#collect(node, number, functions[number] || undefined);
    }
    const { all, keyEvents } = this.#events;
    const { all: collectors, owners } = this.#collectors;
    return { collectors, owners, keyEvents, eventSources: all };
  }

  #collect(node: AnyNode, number: number, inside: number | undefined): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.#collectors.toPattern(node.init, node.id);
        break;
      case 'AssignmentExpression':
        this.#assignment(node, number);
        break;
      case 'CallExpression':
      case 'NewExpression':
        this.#calls.collect(node, number);
        break;
      case 'ObjectExpression':
        this.#collectors.toMembersOfLiteral(node);
        break;
      case 'ImportExpression':
        this.#collectors.toSink(node.source, { kind: 'script', node: number });
        break;
      case 'ReturnStatement':
      case 'YieldExpression':
        if (node.argument && inside !== undefined) {
          this.#collectors.of(node.argument).returnsFrom = inside;
        }
        break;
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') {
          this.#collectors.of(node.body).returnsFrom = number;
        }
        break;
      case 'PropertyDefinition': {
        const name = node.computed ? undefined : memberName(node.key);
        if (node.value && name !== undefined) this.#collectors.toMemberOfThis(node.value, name);
        break;
      }
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#loop(node, number);
        break;
      default:
    }
  }

  #loop(node: ForInStatement | ForOfStatement, number: number): void {
    const { left, right } = node;
    const target = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : left;
    if (!target) return;
    if (node.type === 'ForOfStatement') this.#collectors.toPattern(right, target);
    else this.#events.addStorageLoop(right, this.#collectors.variablesIn(target), number);
  }

  #assignment({ left, right }: AssignmentExpression, number: number): void {
    const { values } = this.#reading;
    this.#collectors.toPattern(right, left);
    if (left.type === 'Identifier') {
      const path = values.path(left);
      const kind = left.name === 'location' ? assignmentSinks.get(path) : undefined;
      if (kind) this.#collectors.toSink(right, { kind, node: number });
      this.#events.addInterceptor(right, path);
    }
    if (left.type !== 'MemberExpression') return;
    const kind = assignmentSink(this.#reading, left);
    if (kind) this.#collectors.toSink(right, { kind, node: number });
    this.#collectors.toOwner(right, left);
    this.#events.addInterceptor(right, values.path(left));
    const property = values.property(left) ?? '';
    if (property.startsWith('on')) this.#events.addListener(right, property.slice(2));
  }
}
