import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { functionOf, isThis, memberName, onlyValue } from '../tree/known-calls.ts';

/** Members from a name to `prototype`, and variables that hold a prototype. */
const MAX_STEPS = 6;
/** The owner of `this` in functions that are not methods of anything known. */
const UNKNOWN_OWNER = 0;
const ownThis = ['ClassBody', 'FunctionDeclaration', 'FunctionExpression'] as const;
const isOwnThis: ReadonlySet<string> = new Set(ownThis);
const inheriting = /inherit|extend/i;

/**
 * Finds the class or object that `this` belongs to, so that members of the same name of different classes stay apart. A class
 * and its base class share their members.
 */
export class ThisOwners {
  readonly #reading: ScriptReading;
  /** The nearest class body or function with its own `this` around each node. */
  readonly #enclosing: Int32Array;
  /** By the number of the function that has its own `this`. */
  readonly #ofFunction = new Map<number, number>();
  #bound: ReadonlySet<number> | undefined;
  /** The owner that an owner is joined with, in the end itself. */
  readonly #joined = new Map<number, number>();

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.#enclosing = reading.tree.enclosing(ownThis);
    this.#joinClasses();
  }

  /** The owner of `this` in an expression: `this`, or a variable that holds it. */
  of(object: AnyNode): number {
    const { tree, bindings } = this.#reading;
    const holder =
      object.type === 'ThisExpression'
        ? object
        : (onlyValue(tree, bindings, tree.numberOf(object)) ?? object);
    return this.ofNode(tree.numberOf(holder));
  }

  /** The owner of `this` at a node. */
  ofNode(number: number): number {
    const { tree } = this.#reading;
    const at = isOwnThis.has(tree.node(number)?.type ?? '') ? number : this.#enclosing[number];
    if (!at || at < 0) return UNKNOWN_OWNER;
    if (tree.node(at)?.type === 'ClassBody') {
      return this.#root(tree.parents[at] ?? UNKNOWN_OWNER);
    }
    let owner = this.#ofFunction.get(at);
    if (owner === undefined) {
      owner = this.#find(at);
      this.#ofFunction.set(at, owner);
    }
    return this.#root(owner);
  }

  /**
   * Whether `this` is an object of the script there, never an element of the page: in the methods of a class or prototype, and in
   * functions that are bound to an object literal.
   */
  isInstance(number: number): boolean {
    const { tree } = this.#reading;
    const owner = this.ofNode(number);
    const type = tree.node(owner)?.type ?? '';
    if (type === 'ClassDeclaration' || type === 'ClassExpression') return true;
    if (!tree.isFunction(owner)) return false;
    if (owner !== this.#enclosing[number]) return true;
    this.#bound ??= this.#boundToLiterals();
    return this.#bound.has(owner);
  }

  /** The functions of `f.bind({ … })`. */
  #boundToLiterals(): Set<number> {
    const { tree, bindings } = this.#reading;
    const calls = tree.ofType('CallExpression').flatMap((number) => {
      const call = tree.node(number);
      if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return [];
      const isBind = memberName(call.callee.property) === 'bind';
      return isBind && call.arguments[0]?.type === 'ObjectExpression' ? [call.callee.object] : [];
    });
    return new Set(calls.flatMap((it) => functionOf(tree, bindings, tree.numberOf(it)) ?? []));
  }

  /** The owner of `this` in the methods of an object literal. */
  ofLiteral(number: number): number {
    return this.#root(this.#literal(number));
  }

  #find(number: number): number {
    const { tree } = this.#reading;
    const user = tree.parent(number);
    switch (user?.type) {
      case 'MethodDefinition':
      case 'PropertyDefinition':
        return this.#classAround(number);
      case 'Property':
        return this.#literal(tree.parents[tree.numberOf(user)] ?? UNKNOWN_OWNER);
      case 'AssignmentExpression':
        return user.left.type === 'MemberExpression'
          ? (this.#ofObject(user.left.object, 0) ?? number)
          : number;
      default:
        return number;
    }
  }

  #classAround(number: number): number {
    const { tree } = this.#reading;
    let at = number;
    while (at > 0 && tree.node(at)?.type !== 'ClassBody') at = tree.parents[at] ?? 0;
    return tree.parents[at] ?? UNKNOWN_OWNER;
  }

  /** An object literal: a prototype, a description of a method (`{ key: 'save', value: function () {} }`), or an object. */
  #literal(literal: number): number {
    const { tree } = this.#reading;
    let number = literal;
    let user = tree.parent(number);
    // `{ methods: { save() { this.a; } }, computed: { … } }` describes one object.
    while (user?.type === 'Property') {
      number = tree.parents[tree.numberOf(user)] ?? UNKNOWN_OWNER;
      user = tree.parent(number);
    }
    if (user?.type === 'AssignmentExpression' && user.left.type === 'MemberExpression') {
      const isPrototype = memberName(user.left.property) === 'prototype';
      return (isPrototype ? this.#ofObject(user.left, 0) : undefined) ?? number;
    }
    if (user?.type === 'CallExpression') {
      const [extended] = user.arguments;
      const isFirst = !extended || tree.numberOf(extended) === number;
      return (isFirst ? undefined : this.#ofObject(extended, 0)) ?? number;
    }
    if (user?.type !== 'ArrayExpression') return number;
    const call = tree.parent(tree.numberOf(user));
    const [made] = call?.type === 'CallExpression' ? call.arguments : [];
    return (made ? this.#ofObject(made, 0) : undefined) ?? tree.numberOf(user);
  }

  /** `A`, `A.prototype` and variables that hold them belong to the function or class `A`. */
  #ofObject(node: AnyNode, steps: number): number | undefined {
    const { tree, bindings } = this.#reading;
    if (steps > MAX_STEPS) return undefined;
    if (isThis(tree, bindings, node)) return this.of(node);
    if (node.type === 'AssignmentExpression') return this.#ofObject(node.right, steps + 1);
    if (node.type === 'MemberExpression') {
      const name = memberName(node.property);
      return name === 'prototype' || name === 'fn'
        ? this.#ofObject(node.object, steps + 1)
        : undefined;
    }
    if (node.type !== 'Identifier') return undefined;
    const value = onlyValue(tree, bindings, tree.numberOf(node));
    if (value?.type === 'MemberExpression' || value?.type === 'AssignmentExpression') {
      return this.#ofObject(value, steps + 1);
    }
    if (value?.type === 'ClassDeclaration' || value?.type === 'ClassExpression') {
      return tree.numberOf(value);
    }
    if (value?.type === 'ObjectExpression') return tree.numberOf(value);
    return functionOf(tree, bindings, tree.numberOf(node));
  }

  #joinClasses(): void {
    const { tree } = this.#reading;
    for (const number of [...tree.ofType('ClassDeclaration'), ...tree.ofType('ClassExpression')]) {
      const node = tree.node(number);
      if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') continue;
      const base = node.superClass ? this.#ofObject(node.superClass, 0) : undefined;
      if (base !== undefined) this.#join(number, base);
    }
    for (const number of tree.ofType('CallExpression')) {
      const call = tree.node(number);
      if (call?.type !== 'CallExpression' || call.arguments.length !== 2) continue;
      const name = call.callee.type === 'Identifier' ? call.callee.name : '';
      const [derived, base] = call.arguments;
      if (!derived || !base || !(inheriting.test(name) || name.length < 3)) continue;
      if (derived.type !== 'Identifier' || base.type !== 'Identifier') continue;
      const [one, other] = [this.#ofObject(derived, 0), this.#ofObject(base, 0)];
      if (one !== undefined && other !== undefined) this.#join(one, other);
    }
  }

  #join(one: number, other: number): void {
    this.#joined.set(this.#root(one), this.#root(other));
  }

  #root(owner: number): number {
    let root = owner;
    for (let next = this.#joined.get(root); next !== undefined && next !== root; ) {
      root = next;
      next = this.#joined.get(root);
    }
    // Shortens the chain for the next time.
    for (let at = owner; at !== root; ) {
      const next = this.#joined.get(at) ?? root;
      this.#joined.set(at, root);
      at = next;
    }
    return root;
  }
}
