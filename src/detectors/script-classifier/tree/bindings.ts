import type { AnyNode, Pattern } from 'acorn';
import type { SyntaxTree } from './syntax-tree.ts';

/** A variable, parameter, function or global name. */
export interface Binding {
  readonly name: string;
  readonly isGlobal: boolean;
  readonly isParameter: boolean;
  /** Numbers of the expressions and functions that are assigned to it. */
  readonly values: number[];
  /** Something unknown was assigned as well, such as a part of an object. */
  isOpen: boolean;
  /** Where a part of something else is put into it, as in `const { a: { b } } = x` or `(e) => {}`. */
  origin?: Origin;
  /** Numbers of the identifiers that mean it, once somebody asked. */
  references?: number[];
}

/** What a variable is a part of; `keys` lead to the part. */
export interface Origin {
  /** An event of this object, an item of this list, or this expression. */
  readonly kind: 'event' | 'item' | 'value';
  /** Nothing when events of the whole page are meant. */
  readonly of: AnyNode | undefined;
  readonly keys: readonly string[];
}

type Names = Map<string, Binding>;

/** Names in a pattern such as `{ a, b: [c = 1] }`. */
export function namesIn(pattern: AnyNode): string[] {
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

/** Names in a pattern with the keys that lead to them; those in lists and rests are left out. */
export function keyedNamesIn(pattern: AnyNode): { name: AnyNode; keys: readonly string[] }[] {
  const found: { name: AnyNode; keys: readonly string[] }[] = [];
  const waiting: { node: AnyNode; keys: readonly string[] }[] = [{ node: pattern, keys: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, keys } = next;
    if (node.type === 'Identifier') found.push({ name: node, keys });
    else if (node.type === 'AssignmentPattern') waiting.push({ node: node.left, keys });
    else if (node.type === 'ObjectPattern' && keys.length < MOST_KEYS) {
      for (const item of node.properties) {
        if (item.type !== 'Property' || item.computed || item.key.type !== 'Identifier') continue;
        waiting.push({ node: item.value, keys: [...keys, item.key.name] });
      }
    }
  }
  return found;
}

/** `{ target: { dataset: { a } } }` has three. */
const MOST_KEYS = 4;

const blocks: ReadonlySet<string> = new Set([
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
  'ClassExpression',
]);

interface OpenScope {
  readonly number: number;
  readonly isFunction: boolean;
}

/** Which name means which variable, in time that grows with the text only. */
export class Bindings {
  readonly #tree: SyntaxTree;
  readonly #scopes = new Map<number, Names>();
  readonly #globals: Names = new Map();
  readonly #found: (Binding | undefined)[] = [];
  readonly #parameters = new Map<number, Binding[][]>();
  #hasReferences = false;
  readonly all: Binding[] = [];
  /** Functions that elements call, so that `this` is the element, by what they were handed to. */
  readonly calledByElements = new Map<number, AnyNode>();
  /** Functions that are methods, by their name. */
  readonly methods = new Map<string, number[]>();

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
    this.#found.length = tree.nodes.length;
    this.#declareAll();
    this.#resolveAll();
  }

  /** The binding that an identifier means; nothing when it only names a property or a label. */
  of(number: number): Binding | undefined {
    return this.#found[number];
  }

  /** Bindings of the parameters of a function; a pattern has several. */
  parametersOf(functionNumber: number): readonly (readonly Binding[])[] {
    return this.#parameters.get(functionNumber) ?? [];
  }

  /** Numbers of the identifiers that mean a variable. */
  referencesOf(binding: Binding): readonly number[] {
    if (!this.#hasReferences) this.#collectReferences();
    return binding.references ?? [];
  }

  #collectReferences(): void {
    this.#hasReferences = true;
    for (let number = 0; number < this.#found.length; number += 1) {
      const binding = this.#found[number];
      if (!binding) continue;
      if (binding.references) binding.references.push(number);
      else binding.references = [number];
    }
  }

  #declareAll(): void {
    const open: OpenScope[] = [];
    this.#tree.nodes.forEach((node, number) => {
      closeScopes(this.#tree, open, number);
      this.#declareOutside(node, open);
      const isFunction = this.#tree.isFunction(number) || node.type === 'Program';
      if (isFunction || blocks.has(node.type)) open.push({ number, isFunction });
      this.#declareInside(node, number, open);
    });
  }

  #declareOutside(node: AnyNode, open: readonly OpenScope[]): void {
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      if (node.id) this.#declare(open.at(-1), node.id.name);
    }
  }

  #declareInside(node: AnyNode, number: number, open: readonly OpenScope[]): void {
    const inner = open.at(-1);
    switch (node.type) {
      case 'FunctionExpression':
      case 'ClassExpression':
        if (node.id) this.#declare(inner, node.id.name);
        break;
      case 'VariableDeclaration': {
        const scope = node.kind === 'var' ? open.findLast(({ isFunction }) => isFunction) : inner;
        for (const { id } of node.declarations) {
          for (const name of namesIn(id)) this.#declare(scope, name);
        }
        break;
      }
      case 'CatchClause':
        for (const name of node.param ? namesIn(node.param) : []) this.#declare(inner, name);
        break;
      case 'ImportSpecifier':
      case 'ImportDefaultSpecifier':
      case 'ImportNamespaceSpecifier':
        this.#declare(inner, node.local.name);
        break;
      default:
    }
    if ('params' in node) this.#declareParameters(node.params, number, inner);
  }

  #declareParameters(params: readonly Pattern[], number: number, scope: OpenScope | undefined) {
    const declared = params.map((pattern) =>
      namesIn(pattern).map((name) => this.#declare(scope, name, true)),
    );
    this.#parameters.set(number, declared);
  }

  #declare(scope: OpenScope | undefined, name: string, isParameter = false): Binding {
    const number = scope?.number ?? 0;
    const names = this.#scopes.get(number) ?? new Map<string, Binding>();
    this.#scopes.set(number, names);
    const known = names.get(name);
    if (known) return known;
    const binding = this.#create(name, false, isParameter);
    names.set(name, binding);
    return binding;
  }

  #create(name: string, isGlobal: boolean, isParameter: boolean): Binding {
    const binding = { name, isGlobal, isParameter, values: [], isOpen: false };
    this.all.push(binding);
    return binding;
  }

  #resolveAll(): void {
    const open: OpenScope[] = [];
    const visible = new Map<string, Binding[]>();
    this.#tree.nodes.forEach((node, number) => {
      for (const scope of closeScopes(this.#tree, open, number)) {
        for (const name of this.#scopes.get(scope)?.keys() ?? []) visible.get(name)?.pop();
      }
      const names = this.#scopes.get(number);
      if (names) open.push({ number, isFunction: false });
      for (const [name, binding] of names ?? []) pushTo(visible, name, binding);
      if (node.type === 'Identifier' && this.#isVariable(node, number)) {
        this.#found[number] = visible.get(node.name)?.at(-1) ?? this.global(node.name);
      }
    });
  }

  /** What a name means outside of everything. */
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

/** Scopes that end before a node. */
function closeScopes(tree: SyntaxTree, open: OpenScope[], number: number): readonly number[] {
  let last = open.at(-1);
  if (!last || (tree.lasts[last.number] ?? 0) >= number) return noScopes;
  const closed: number[] = [];
  while (last && (tree.lasts[last.number] ?? 0) < number) {
    closed.push(last.number);
    open.pop();
    last = open.at(-1);
  }
  return closed;
}

const noScopes: readonly number[] = [];

function pushTo<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
