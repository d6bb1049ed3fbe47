import type { AnyNode } from 'acorn';
import type { Binding, Bindings } from '../tree/bindings.ts';
import { functionOf, memberName } from '../tree/known-calls.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { NotConstant } from './const-values.ts';

/** Statements that may write to one variable. */
const MAX_WRITERS = 40;

/** Methods that modify their list. */
const changing: ReadonlySet<string> = new Set([
  'push',
  'unshift',
  'pop',
  'shift',
  'reverse',
  'splice',
  'sort',
]);

/** Finds the statements that write to variables. */
export class ConstWriters {
  readonly #tree: SyntaxTree;
  readonly #bindings: Bindings;

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.#tree = tree;
    this.#bindings = bindings;
  }

  /** The statements that write to a variable; throws unless all are in the same block. */
  of(binding: Binding): readonly AnyNode[] {
    const found = new Map<number, AnyNode>();
    let block: AnyNode | undefined;
    for (const reference of this.#bindings.referencesOf(binding)) {
      if (!this.#isWrite(reference)) continue;
      let at = reference;
      while (block ? this.#tree.parent(at) !== block : !isBlock(this.#tree.parent(at))) {
        at = this.#tree.parents[at] ?? -1;
        if (at < 0 || this.#tree.isFunction(at)) throw new NotConstant('written elsewhere');
      }
      block ??= this.#tree.parent(at);
      const statement = this.#tree.node(at);
      if (statement) found.set(at, statement);
      if (found.size > MAX_WRITERS) throw new NotConstant('too many writers');
    }
    return [...found].sort(([a], [b]) => a - b).map(([, statement]) => statement);
  }

  isWritten(binding: Binding): boolean {
    return this.#bindings.referencesOf(binding).some((reference) => this.#isWrite(reference));
  }

  /** Whether a list is passed to a function that modifies it: obfuscators rotate their string arrays like this. */
  isShared(binding: Binding): boolean {
    return this.#bindings.referencesOf(binding).some((reference) => {
      const [node, parent] = [this.#tree.node(reference), this.#tree.parent(reference)];
      if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
      const called = functionOf(this.#tree, this.#bindings, this.#tree.numberOf(parent.callee));
      const position = (parent.arguments as readonly (AnyNode | undefined)[]).indexOf(node);
      const taken = called === undefined ? [] : this.#bindings.parametersOf(called)[position];
      return taken?.some((it) => this.isWritten(it)) ?? false;
    });
  }

  #isWrite(reference: number): boolean {
    const [node, parent] = [this.#tree.node(reference), this.#tree.parent(reference)];
    switch (parent?.type) {
      case 'VariableDeclarator':
        return parent.id === node;
      case 'AssignmentExpression':
        return parent.left === node;
      case 'UpdateExpression':
        return true;
      case 'CallExpression':
        // `isShared` checks whether the called function writes to it.
        return false;
      case 'MemberExpression': {
        if (parent.object !== node) return false;
        const user = this.#tree.parent(this.#tree.numberOf(parent));
        if (user?.type === 'AssignmentExpression') return user.left === parent;
        const name = memberName(parent.property) ?? '';
        return user?.type === 'CallExpression' && user.callee === parent && changing.has(name);
      }
      default:
        return false;
    }
  }
}

const isBlock = (node: AnyNode | undefined): boolean =>
  node?.type === 'Program' || node?.type === 'BlockStatement';
