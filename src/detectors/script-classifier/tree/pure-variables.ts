import type { AnyNode } from 'acorn';
import type { Binding } from './bindings.ts';
import { mayBePure } from './pure-code.ts';
import type { PureMachine, Variables } from './pure-machine.ts';
import type { PureResult } from './pure-run.ts';
import { runStatement } from './pure-statements.ts';
import { NotPure, type PureValue } from './pure-values.ts';
import { PureWriters } from './pure-writers.ts';

/** Variables of which each needs the next one: beyond that the stack would decide, which is never the same. */
const MOST_WAITING = 200;

/** Works out what is in variables that are written outside of what is run. */
export class PureVariables {
  readonly #machine: PureMachine;
  readonly #writers: PureWriters;
  readonly #impure = new Set<Binding>();
  readonly #known = new Map<Binding, PureResult>();
  /** Those that are being worked out. */
  readonly #waiting = new Set<Binding>();

  constructor(machine: PureMachine) {
    this.#machine = machine;
    this.#writers = new PureWriters(machine.tree, machine.bindings);
  }

  isImpure(binding: Binding): boolean {
    return this.#impure.has(binding);
  }

  isShared(binding: Binding): boolean {
    return this.#writers.isShared(binding);
  }

  /** What a name stands for; what had to be worked out is kept with the variables at hand. */
  valueOf(name: AnyNode, variables: Variables): PureValue {
    const { tree, bindings } = this.#machine;
    const binding = bindings.of(tree.numberOf(name));
    if (!binding) throw new NotPure('no variable');
    if (variables.has(binding)) return variables.get(binding);
    if (binding.isGlobal && binding.values.length === 0) {
      if (binding.name === 'undefined') return undefined;
      throw new NotPure('global');
    }
    if (this.#impure.has(binding)) throw new NotPure('known not to be pure');
    // What is quick to see comes first.
    const isUnknown = binding.isParameter && (binding.values.length !== 1 || binding.isOpen);
    if (isUnknown || binding.values.length === 0 || this.isShared(binding)) {
      this.#impure.add(binding);
      throw new NotPure('handed on');
    }
    const value = binding.isParameter ? this.#argument(binding) : this.written(binding);
    variables.set(binding, value);
    return value;
  }

  /** What is in a variable after all statements that write to it. */
  written(binding: Binding): PureValue {
    const { tree, run } = this.#machine;
    const known = this.#known.get(binding);
    if (known) {
      run.isDecoded ||= known.isDecoded;
      run.pieces += known.pieces;
      return known.value;
    }
    this.#wait(binding);
    const before = run.pieces;
    const variables: Variables = new Map([[binding, undefined]]);
    for (const statement of this.#writers.of(binding)) {
      if (!mayBePure(tree, tree.numberOf(statement))) throw new NotPure('not pure');
      runStatement(this.#machine, statement, variables);
    }
    const value = variables.get(binding);
    this.#waiting.delete(binding);
    this.#known.set(binding, { value, isDecoded: run.isDecoded, pieces: run.pieces - before });
    return value;
  }

  /** Ends a run. When it failed, so will every other that needs the variables it was at. */
  finish(isFailed: boolean): void {
    if (isFailed) for (const binding of this.#waiting) this.#impure.add(binding);
    this.#waiting.clear();
  }

  /** What the only caller of a function hands to it. */
  #argument(binding: Binding): PureValue {
    const [value, ...others] = binding.values;
    const given = this.#machine.tree.node(value ?? -1);
    if (!given || others.length > 0 || this.#writers.isWritten(binding)) {
      this.#impure.add(binding);
      throw new NotPure('parameter');
    }
    this.#wait(binding);
    const argument = this.#machine.expression(given, new Map());
    this.#waiting.delete(binding);
    return argument;
  }

  #wait(binding: Binding): void {
    if (this.#waiting.has(binding)) throw new NotPure('defined by itself');
    if (this.#waiting.size === MOST_WAITING) throw new NotPure('too many at once');
    this.#waiting.add(binding);
  }
}
