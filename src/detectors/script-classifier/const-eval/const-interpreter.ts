import type { CallExpression, MemberExpression } from 'acorn';
import type { Binding, Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { mayBeConstant } from './const-code.ts';
import { ConstExpressions } from './const-expressions.ts';
import type { ConstResult } from './const-run.ts';
import type { ConstValue } from './const-values.ts';
import { type Constant, listConstant, textConstant } from './constant.ts';

/**
 * Evaluates code that only computes strings, such as a loop that builds a URL from a table. It has no browser
 * objects, calls only listed built-in functions, and stops after a fixed number of steps.
 */
export class ConstInterpreter {
  readonly #tree: SyntaxTree;
  readonly #bindings: Bindings;
  readonly #expressions: ConstExpressions;

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.#tree = tree;
    this.#bindings = bindings;
    this.#expressions = new ConstExpressions(tree, bindings);
  }

  /** The result of a call of a function of the script. */
  call(node: CallExpression): Constant | undefined {
    const { functions } = this.#expressions;
    const called = functions.calledBy(node.callee);
    if (called === undefined) return undefined;
    let isRunning = false;
    const result = this.#try(() => {
      const args = this.#expressions.list(node.arguments, new Map());
      isRunning = true;
      return this.#expressions.call(called, args);
    });
    // If only the arguments are unknown, other calls of the function may still be constant.
    if (!result && isRunning) functions.reject(called);
    return constantOf(result);
  }

  /** The value of a variable after all statements that write to it. They must be in one block. */
  variable(binding: Binding): Constant | undefined {
    const { variables } = this.#expressions;
    if (variables.isRejected(binding) || variables.isShared(binding)) return undefined;
    return constantOf(this.#try(() => variables.written(binding)));
  }

  /** The result of a chain of methods, such as `codes.map(f).join('')`. */
  chain(node: CallExpression): Constant | undefined {
    if (!mayBeConstant(this.#tree, this.#tree.numberOf(node))) return undefined;
    return constantOf(this.#try(() => this.#expressions.expression(node, new Map())));
  }

  /** The value of a member of an object literal. */
  member(node: MemberExpression): Constant | undefined {
    const table = this.#bindings.of(this.#tree.numberOf(node.object));
    if (!table || this.#expressions.variables.isRejected(table)) return undefined;
    return constantOf(this.#try(() => this.#expressions.expression(node, new Map())));
  }

  #try(work: () => ConstValue): ConstResult | undefined {
    const { run, variables } = this.#expressions;
    if (!run.begin()) return undefined;
    let result: ConstResult | undefined;
    try {
      result = run.result(work());
    } catch {
      // This includes errors of the evaluated code itself: the value is not known.
    }
    variables.finish(result === undefined);
    run.end();
    return result;
  }
}

/** Strings, numbers and lists of them; callers have no use for other values. */
function constantOf(result: ConstResult | undefined): Constant | undefined {
  if (!result) return undefined;
  const { value, isDecoded, pieces } = result;
  if (typeof value === 'string') return textConstant(value, isDecoded, Math.max(pieces, 1));
  if (typeof value === 'number') return textConstant(String(value));
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items = value.flatMap((it) =>
    typeof it === 'string' || typeof it === 'number' ? [String(it)] : [],
  );
  return items.length === value.length ? listConstant(items, isDecoded) : undefined;
}
