import type { AnyNode } from 'acorn';
import type { Binding } from '../tree/bindings.ts';
import { mayBeConstant } from './const-code.ts';
import type { ConstResult } from './const-run.ts';
import { runStatement } from './const-statements.ts';
import { type ConstValue, NotConstant } from './const-values.ts';
import { ConstWriters } from './const-writers.ts';
import type { Evaluator, Variables } from './evaluator.ts';

/** Variables that depend on each other. The limit keeps the result independent of the size of the stack. */
const MAX_WAITING = 200;

/** Evaluates variables that are written outside of the code that is evaluated. */
export class ConstVariables {
  readonly #evaluator: Evaluator;
  readonly #writers: ConstWriters;
  readonly #rejected = new Set<Binding>();
  readonly #known = new Map<Binding, ConstResult>();
  /** Variables whose evaluation is not finished. */
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

  /** The value of a name. A value that had to be computed is added to `variables`. */
  valueOf(name: AnyNode, variables: Variables): ConstValue {
    const { tree, bindings } = this.#evaluator;
    const binding = bindings.of(tree.numberOf(name));
    if (!binding) throw new NotConstant('no variable');
    if (variables.has(binding)) return variables.get(binding);
    if (binding.isGlobal && binding.values.length === 0) {
      if (binding.name === 'undefined') return undefined;
      throw new NotConstant('global');
    }
    if (this.#rejected.has(binding)) throw new NotConstant('rejected before');
    // The cheap checks come first.
    const isUnknown =
      binding.isParameter && (binding.values.length !== 1 || binding.hasUnknownValues);
    if (isUnknown || binding.values.length === 0 || this.isShared(binding)) {
      this.#rejected.add(binding);
      throw new NotConstant('written elsewhere');
    }
    const value = binding.isParameter ? this.#argument(binding) : this.written(binding);
    variables.set(binding, value);
    return value;
  }

  /** The value of a variable after all statements that write to it. */
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
      if (!mayBeConstant(tree, tree.numberOf(statement)))
        throw new NotConstant('not constant code');
      runStatement(this.#evaluator, statement, variables);
    }
    const value = variables.get(binding);
    this.#waiting.delete(binding);
    this.#known.set(binding, { value, isDecoded: run.isDecoded, pieces: run.pieces - before });
    return value;
  }

  /** Ends an evaluation. If it failed, all that need the unfinished variables fail too. */
  finish(isFailed: boolean): void {
    if (isFailed) for (const binding of this.#waiting) this.#rejected.add(binding);
    this.#waiting.clear();
  }

  /** The argument of the only call of a function. */
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
