import type { AnyNode } from 'acorn';
import type { Binding } from '../tree/bindings.ts';
import { mayBeConstant } from './const-code.ts';
import type { ConstResult } from './const-run.ts';
import { runStatement } from './const-statements.ts';
import { type ConstValue, NotConstant } from './const-values.ts';
import { ConstWriters } from './const-writers.ts';
import type { Evaluator, Variables } from './evaluator.ts';

/** Variables of which each needs the next one: beyond that the stack would decide, which is never the same. */
const MAX_WAITING = 200;

/** Works out what is in variables that are written outside of what is run. */
export class ConstVariables {
  readonly #evaluator: Evaluator;
  readonly #writers: ConstWriters;
  readonly #rejected = new Set<Binding>();
  readonly #known = new Map<Binding, ConstResult>();
  /** Those that are being worked out. */
  readonly #waiting = new Set<Binding>();

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
    this.#writers = new ConstWriters(evaluator.tree, evaluator.bindings);
  }

  isRejected(binding: Binding): boolean {
    return this.#rejected.has(binding);
  }

  isShared(binding: Binding): boolean {
    return this.#writers.isShared(binding);
  }

  /** What a name stands for; what had to be worked out is kept with the variables at hand. */
  valueOf(name: AnyNode, variables: Variables): ConstValue {
    const { tree, bindings } = this.#evaluator;
    const binding = bindings.of(tree.numberOf(name));
    if (!binding) throw new NotConstant('no variable');
    if (variables.has(binding)) return variables.get(binding);
    if (binding.isGlobal && binding.values.length === 0) {
      if (binding.name === 'undefined') return undefined;
      throw new NotConstant('global');
    }
    if (this.#rejected.has(binding)) throw new NotConstant('known not to be pure');
    // What is quick to see comes first.
    const isUnknown =
      binding.isParameter && (binding.values.length !== 1 || binding.hasUnknownValues);
    if (isUnknown || binding.values.length === 0 || this.isShared(binding)) {
      this.#rejected.add(binding);
      throw new NotConstant('handed on');
    }
    const value = binding.isParameter ? this.#argument(binding) : this.written(binding);
    variables.set(binding, value);
    return value;
  }

  /** What is in a variable after all statements that write to it. */
  written(binding: Binding): ConstValue {
    const { tree, run } = this.#evaluator;
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
      if (!mayBeConstant(tree, tree.numberOf(statement))) throw new NotConstant('not pure');
      runStatement(this.#evaluator, statement, variables);
    }
    const value = variables.get(binding);
    this.#waiting.delete(binding);
    this.#known.set(binding, { value, isDecoded: run.isDecoded, pieces: run.pieces - before });
    return value;
  }

  /** Ends a run. When it failed, so will every other that needs the variables it was at. */
  finish(isFailed: boolean): void {
    if (isFailed) for (const binding of this.#waiting) this.#rejected.add(binding);
    this.#waiting.clear();
  }

  /** What the only caller of a function hands to it. */
  #argument(binding: Binding): ConstValue {
    const [value, ...others] = binding.values;
    const given = this.#evaluator.tree.node(value ?? -1);
    if (!given || others.length > 0 || this.#writers.isWritten(binding)) {
      this.#rejected.add(binding);
      throw new NotConstant('parameter');
    }
    this.#wait(binding);
    const argument = this.#evaluator.expression(given, new Map());
    this.#waiting.delete(binding);
    return argument;
  }

  #wait(binding: Binding): void {
    if (this.#waiting.has(binding)) throw new NotConstant('defined by itself');
    if (this.#waiting.size === MAX_WAITING) throw new NotConstant('too many at once');
    this.#waiting.add(binding);
  }
}
