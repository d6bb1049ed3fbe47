import type { AnyNode, Function as FunctionNode } from 'acorn';
import { functionTypes, type SyntaxTree } from './syntax-tree.ts';

/** A variable, parameter, function or global name. */
export interface Binding {
  readonly name: string;
  /** Its index in `Bindings.all`. */
  readonly number: number;
  readonly isGlobal: boolean;
  readonly isParameter: boolean;
  /** Numbers of the expressions and functions that are assigned to it. */
  readonly values: number[];
  /** Values that are not in `values` are assigned too, such as a part of an object. */
  hasUnknownValues: boolean;
  /** Set if it receives a part of something else: `const { a: { b } } = x`, `list.map((item) => …)`. */
  origin?: Origin;
  /** Numbers of the identifiers that refer to it; set on first use. */
  references?: number[];
}

/** The value that a variable is a part of; `keys` is the path of members to the part. */
export interface Origin {
  /** Whether `of` is the target of an event, a list with items, or the value itself. */
  readonly kind: 'event' | 'item' | 'value';
  /** Undefined for events of the whole page. */
  readonly of: AnyNode | undefined;
  readonly keys: readonly string[];
}

type Names = Map<string, Binding>;

/** Names in a pattern such as `{ a, b: [c = 1] }`. */
export function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  const names: string[] = [];
  const waiting: (AnyNode | null | undefined)[] = [pattern];
  for (let node = waiting.pop(); waiting.length > 0 || node; node = waiting.pop()) {
    if (!node) continue;
    if (node.type === 'Identifier') names.push(node.name);
    else if (node.type === 'ArrayPattern') for (const item of node.elements) waiting.push(item);
    else if (node.type === 'ObjectPattern') for (const item of node.properties) waiting.push(item);
    else if (node.type === 'Property') waiting.push(node.value);
    else if (node.type === 'AssignmentPattern') waiting.push(node.left);
    else if (node.type === 'RestElement') waiting.push(node.argument);
  }
  return names;
}

/** Names in an object pattern with the keys that lead to them; names in arrays and rest elements are left out. */
export function keyedNamesIn(pattern: AnyNode): { name: AnyNode; keys: readonly string[] }[] {
  const found: { name: AnyNode; keys: readonly string[] }[] = [];
  const waiting: { node: AnyNode; keys: readonly string[] }[] = [{ node: pattern, keys: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, keys } = next;
    if (node.type === 'Identifier') found.push({ name: node, keys });
    else if (node.type === 'AssignmentPattern') waiting.push({ node: node.left, keys });
    else if (node.type === 'ObjectPattern' && keys.length < MAX_KEYS) {
      for (const item of node.properties) {
        if (item.type !== 'Property' || item.computed || item.key.type !== 'Identifier') continue;
        waiting.push({ node: item.value, keys: [...keys, item.key.name] });
      }
    }
  }
  return found;
}

/** Nested keys of a pattern: `{ target: { dataset: { a } } }` has three. */
const MAX_KEYS = 4;

/** Scopes of `var`. */
const functionScopes = [...functionTypes, 'Program'] as const;
const scopes = [
  ...functionScopes,
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'ClassExpression',
] as const;
/**
 * Nodes that declare names. Functions are declared before these, so that a parameter stays a parameter if a
 * variable of the function has the same name.
 */
const declaring = [
  'ClassDeclaration',
  'ClassExpression',
  'VariableDeclaration',
  'CatchClause',
  'ImportSpecifier',
  'ImportDefaultSpecifier',
  'ImportNamespaceSpecifier',
] as const;

/** Resolves names to variables, in time linear in the length of the script. */
export class Bindings {
  readonly #tree: SyntaxTree;
  /** Declared names, by the number of the node that is their scope. */
  readonly #scopes = new Map<number, Names>();
  readonly #globals: Names = new Map();
  readonly #found: (Binding | undefined)[] = [];
  readonly #parameters = new Map<number, Binding[][]>();
  #hasReferences = false;
  readonly all: Binding[] = [];
  /** Callbacks in which `this` is an element, with the expression that they were passed to. */
  readonly calledByElements = new Map<number, AnyNode>();
  /** Numbers of the functions that are methods, by their name. */
  readonly methods = new Map<string, number[]>();

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
    this.#found.length = tree.nodes.length;
    this.#declareAll();
    this.#resolveAll();
  }

  /** The binding that an identifier refers to; undefined for names of properties and labels. */
  of(number: number): Binding | undefined {
    return this.#found[number];
  }

  /** Bindings of each parameter of a function; a pattern declares several. */
  parametersOf(functionNumber: number): readonly (readonly Binding[])[] {
    return this.#parameters.get(functionNumber) ?? noParameters;
  }

  /** Numbers of the identifiers that refer to a variable. */
  referencesOf(binding: Binding): readonly number[] {
    if (!this.#hasReferences) this.#collectReferences();
    return binding.references ?? [];
  }

  #collectReferences(): void {
    this.#hasReferences = true;
    for (const number of this.#tree.ofType('Identifier')) {
      const binding = this.#found[number];
      if (!binding) continue;
      if (binding.references) binding.references.push(number);
      else binding.references = [number];
    }
  }

  #declareAll(): void {
    const scopeOf = this.#tree.enclosing(scopes);
    const functionScopeOf = this.#tree.enclosing(functionScopes);
    for (const number of this.#tree.ofTypes(functionTypes)) {
      this.#declareFunction(this.#tree.node(number) as FunctionNode, number, scopeOf[number] ?? 0);
    }
    for (const number of this.#tree.ofTypes(declaring)) {
      const node = this.#tree.nodes[number] as AnyNode;
      const isVar = node.type === 'VariableDeclaration' && node.kind === 'var';
      this.#declareIn((isVar ? functionScopeOf : scopeOf)[number] ?? 0, node, number);
    }
  }

  #declareFunction(node: FunctionNode, number: number, outside: number): void {
    // The name of a function expression is visible inside of the function only.
    if (node.id)
      this.#declare(node.type === 'FunctionDeclaration' ? outside : number, node.id.name);
    const declared = node.params.map((pattern) =>
      namesIn(pattern).map((name) => this.#declare(number, name, true)),
    );
    this.#parameters.set(number, declared);
  }

  #declareIn(scope: number, node: AnyNode, number: number): void {
    switch (node.type) {
      case 'ClassDeclaration':
        if (node.id) this.#declare(scope, node.id.name);
        break;
      case 'ClassExpression':
        if (node.id) this.#declare(number, node.id.name);
        break;
      case 'VariableDeclaration':
        for (const { id } of node.declarations) {
          for (const name of namesIn(id)) this.#declare(scope, name);
        }
        break;
      case 'CatchClause':
        for (const name of node.param ? namesIn(node.param) : []) this.#declare(number, name);
        break;
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        this.#declare(scope, node.local.name);
        break;
      default:
    }
  }

  #declare(scope: number, name: string, isParameter = false): Binding {
    let names = this.#scopes.get(scope);
    if (!names) {
      names = new Map();
      this.#scopes.set(scope, names);
    }
    const known = names.get(name);
    if (known) return known;
    const binding = this.#create(name, false, isParameter);
    names.set(name, binding);
    return binding;
  }

  #create(name: string, isGlobal: boolean, isParameter: boolean): Binding {
    const number = this.all.length;
    const binding = { name, number, isGlobal, isParameter, values: [], hasUnknownValues: false };
    this.all.push(binding);
    return binding;
  }

  #resolveAll(): void {
    const visible = new VisibleNames(this.#tree, this.#scopes);
    for (const number of this.#tree.ofType('Identifier')) {
      const node = this.#tree.nodes[number];
      if (node?.type !== 'Identifier' || !this.#isVariable(node, number)) continue;
      const parent = this.#tree.parent(number);
      // The name of a declaration belongs to the scope around it, also if the function has such a variable.
      const outer = parent?.type === 'FunctionDeclaration' && parent.id === node;
      const found = outer
        ? visible.around(this.#tree.parents[number] ?? 0, node.name)
        : visible.at(number, node.name);
      this.#found[number] = found ?? this.global(node.name);
    }
  }

  /** The binding of a name in the global scope. */
  global(name: string): Binding {
    const known = this.#globals.get(name);
    if (known) return known;
    const binding = this.#create(name, true, false);
    this.#globals.set(name, binding);
    return binding;
  }

  #isVariable(node: AnyNode, number: number): boolean {
    const parent = this.#tree.parent(number);
    switch (parent?.type) {
      case 'MemberExpression':
        return parent.computed || parent.object === node;
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        return parent.computed || parent.key !== node;
      case 'LabeledStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return false;
      default:
        return true;
    }
  }
}

const noParameters: readonly (readonly Binding[])[] = [];

/** Looks names up while a script is walked from its start to its end. */
class VisibleNames {
  readonly #tree: SyntaxTree;
  readonly #scopes: ReadonlyMap<number, Names>;
  readonly #ahead: number[];
  readonly #open: number[] = [];
  /** Bindings of each name in the open scopes, the innermost last. */
  readonly #visible = new Map<string, Binding[]>();

  constructor(tree: SyntaxTree, scopesWithNames: ReadonlyMap<number, Names>) {
    this.#tree = tree;
    this.#scopes = scopesWithNames;
    this.#ahead = [...scopesWithNames.keys()].sort((a, b) => b - a);
  }

  at(number: number, name: string): Binding | undefined {
    while ((this.#ahead.at(-1) ?? number) < number) this.#enter(this.#ahead.pop() ?? 0);
    this.#leaveBefore(number);
    return this.#visible.get(name)?.at(-1);
  }

  /** What a name means around a scope that begins with the next node. */
  around(scope: number, name: string): Binding | undefined {
    const inside = this.at(scope + 1, name);
    if (!inside || this.#scopes.get(scope)?.get(name) !== inside) return inside;
    return this.#visible.get(name)?.at(-2);
  }

  #enter(scope: number): void {
    this.#leaveBefore(scope);
    this.#open.push(scope);
    this.#scopes.get(scope)?.forEach((binding, name) => {
      const known = this.#visible.get(name);
      if (known) known.push(binding);
      else this.#visible.set(name, [binding]);
    });
  }

  /** Closes scopes that end before a node. */
  #leaveBefore(number: number): void {
    while (this.#open.length > 0) {
      const scope = this.#open.at(-1) ?? 0;
      if ((this.#tree.lasts[scope] ?? 0) >= number) return;
      this.#open.pop();
      this.#scopes.get(scope)?.forEach((_, name) => {
        this.#visible.get(name)?.pop();
      });
    }
  }
}
