import type { AnyNode, MemberExpression } from 'acorn';
import type { Bindings } from '../tree/bindings.ts';
import { namedMembers } from '../tree/named-members.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { commonPath } from './common-path.ts';
import { MAX_STEPS } from './constant-context.ts';
import type { ConstantReader } from './constant-reader.ts';
import { madePath } from './made-path.ts';
import type { PathContext } from './path-context.ts';
import { isElement, memberPath, UNKNOWN } from './paths.ts';
import { soleValue } from './sole-value.ts';
import { variablePath } from './variable-path.ts';

const withOwnThis = ['FunctionExpression', 'FunctionDeclaration'] as const;

/** Resolves expressions to paths: `window['document'].cookie` to `document.cookie`, `new Image()` to `<img>`. */
export class PathReader implements PathContext {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly constants: ConstantReader;
  /** By the number of the node. */
  readonly #paths: (string | undefined)[];
  /** Common paths of the values of members, by the names of the members; empty if they have none. */
  readonly #memberPaths = new Map<string, string>();
  /** The nearest function with its own `this` around each node, and the nearest function or part of a class. */
  #functions: Int32Array | undefined;
  #owners: Int32Array | undefined;
  #members: ReadonlyMap<string, readonly AnyNode[]> | undefined;

  constructor(tree: SyntaxTree, bindings: Bindings, constants: ConstantReader) {
    this.tree = tree;
    this.bindings = bindings;
    this.constants = constants;
    this.#paths = new Array(tree.nodes.length);
  }

  path(node: AnyNode | undefined | null, steps = 0): string {
    if (!node || steps > MAX_STEPS) return UNKNOWN;
    const number = this.tree.numberOf(node);
    const known = this.#paths[number];
    if (known !== undefined) return known;
    // A path that depends on itself is unknown.
    this.#paths[number] = UNKNOWN;
    const path = this.#read(node, number, steps + 1);
    this.#paths[number] = path;
    return path;
  }

  /** The expression whose elements call the function around `this`: `list` in `list.each(function () { this; })`. */
  callerOf(number: number): AnyNode | undefined {
    const { calledByElements } = this.bindings;
    if (calledByElements.size === 0) return undefined;
    this.#functions ??= this.tree.enclosing(withOwnThis);
    return calledByElements.get(this.#functions[number] ?? 0);
  }

  /** Whether no function is around an expression but arrow functions. */
  #isOutside(number: number): boolean {
    this.#owners ??= this.tree.enclosing([...withOwnThis, 'PropertyDefinition', 'StaticBlock']);
    return this.#owners[number] === 0;
  }

  #read(node: AnyNode, number: number, steps: number): string {
    switch (node.type) {
      case 'Identifier':
        return variablePath(this, node.name, number, steps);
      case 'MemberExpression':
        return this.#member(node, steps);
      case 'CallExpression':
      case 'NewExpression':
        return madePath(this, node, steps);
      case 'LogicalExpression':
        return node.operator === '&&'
          ? this.#either(node.right, node.left, steps)
          : this.#either(node.left, node.right, steps);
      case 'ConditionalExpression':
        return this.#either(node.consequent, node.alternate, steps);
      case 'AwaitExpression':
        return this.path(node.argument, steps);
      case 'AssignmentExpression':
        return this.path(node.right, steps);
      case 'SequenceExpression':
        return this.path(node.expressions.at(-1), steps);
      case 'ChainExpression':
        return this.path(node.expression, steps);
      case 'ThisExpression':
        return this.#this(number, steps);
      case 'ArrayExpression': {
        const [only] = node.elements;
        if (only?.type !== 'SpreadElement') return UNKNOWN;
        const list = this.path(only.argument, steps);
        return isElement(list) ? list : UNKNOWN;
      }
      default:
        return UNKNOWN;
    }
  }

  #either(first: AnyNode, second: AnyNode, steps: number): string {
    const path = this.path(first, steps);
    return path === UNKNOWN ? this.path(second, steps) : path;
  }

  /** `this` is an element in listeners and in callbacks that are called for each element of a list. */
  #this(number: number, steps: number): string {
    const path = this.path(this.callerOf(number), steps);
    if (path === '<forms>') return '<node>';
    return isElement(path) ? path : UNKNOWN;
  }

  #member(node: MemberExpression, steps: number): string {
    const object = this.path(node.object, steps);
    const property = this.constants.property(node);
    const path = memberPath(object, property);
    if (!path.startsWith(UNKNOWN) || property === undefined) return path;
    const named = this.#namedMember(property, steps);
    if (named !== '') return named;
    const isOfWindow = this.#isWindow(node.object) && !this.#members?.has(property);
    return isOfWindow ? memberPath('window', property) : path;
  }

  /** `this` outside of functions, or a variable that holds it. Scripts also use it as a store of their own. */
  #isWindow(node: AnyNode): boolean {
    const number = this.tree.numberOf(node);
    const value = node.type === 'Identifier' ? soleValue(this.tree, this.bindings, number) : node;
    return value?.type === 'ThisExpression' && this.#isOutside(this.tree.numberOf(value));
  }

  /** `this.socket` has the path of the values of all members of that name, whatever their object is. */
  #namedMember(property: string, steps: number): string {
    const known = this.#memberPaths.get(property);
    if (known !== undefined) return known;
    this.#memberPaths.set(property, '');
    this.#members ??= namedMembers(this.tree);
    const common = commonPath(this, this.#members.get(property) ?? [], steps) ?? '';
    this.#memberPaths.set(property, common);
    return common;
  }
}
