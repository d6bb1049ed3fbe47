import type { CallExpression, MemberExpression } from 'acorn';
import type { Binding, Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { mayBeConstant } from './const-code.ts';
import { ConstExpressions } from './const-expressions.ts';
import type { ConstResult } from './const-run.ts';
import type { ConstValue } from './const-values.ts';
import { type Constant, listConstant, textConstant } from './constant.ts';

/**
 * Runs code that does nothing but work out texts, such as a loop that puts an address together from a
 * table. It knows no browser, calls nothing of the host but listed functions, and stops after so many steps.
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

  /** What a call of a function of the script gives. */
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
    // Where only the arguments are not known, other calls may still be.
    if (!result && isRunning) functions.giveUp(called);
    return constantOf(result);
  }

  /** What is in a variable after all statements that write to it, which have to stand in one block. */
  variable(binding: Binding): Constant | undefined {
    const { variables } = this.#expressions;
    if (variables.isRejected(binding) || variables.isShared(binding)) return undefined;
    return constantOf(this.#try(() => variables.written(binding)));
  }

  /** What a chain of methods gives, such as `codes.map(f).join('')`. */
  chain(node: CallExpression): Constant | undefined {
    if (!mayBeConstant(this.#tree, this.#tree.numberOf(node))) return undefined;
    return constantOf(this.#try(() => this.#expressions.expression(node, new Map())));
  }

  /** What a member of a table is. */
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
      // Whatever it was, also an error of the code itself: the value is not known.
    }
    variables.finish(result === undefined);
    run.end();
    return result;
  }
}

/** Texts, numbers and lists of them; other values are of no use outside. */
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
