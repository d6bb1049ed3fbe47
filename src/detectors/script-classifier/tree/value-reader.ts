import type {
  AnyNode,
  BinaryExpression,
  CallExpression,
  MemberExpression,
  NewExpression,
} from 'acorn';
import { ConstInterpreter } from '../const-eval/const-interpreter.ts';
import type { ConstResult } from '../const-eval/const-run.ts';
import type { Binding, Bindings, Origin } from './bindings.ts';
import { type Constant, listConstant, MOST_CHARACTERS, textConstant } from './constant.ts';
import { isOwnObject, memberName, methodOf, returnedBy } from './known-calls.ts';
import { knownFunctions, knownMethods } from './known-functions.ts';
import { namedMembers } from './named-members.ts';
import {
  elementFinders,
  elementMethods,
  isElement,
  listMakers,
  madeBy,
  memberPath,
  pageObjects,
  UNKNOWN,
} from './paths.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** Variables and members that are followed from an expression; more are taken as unknown. */
const MOST_STEPS = 40;
/** Values of a variable that are compared. */
const MOST_VALUES = 4;
/** Texts that a name may stand for. */
const MOST_TEXTS = 20;
/** Characters that all constants of a script may have together, for each of its nodes. */
const CHARACTERS_PER_NODE = 200;

/** Methods that go over a list with a function, or put its items together. */
const chained: ReadonlySet<string> = new Set([
  ...['map', 'reduce', 'reduceRight', 'filter', 'join', 'replace', 'reverse', 'from', 'slice'],
]);

/** Other expressions pass on what they got. */
const makesNew: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'TemplateLiteral',
]);

/**
 * Says what expressions stand for without running them: constants (`'ev' + 'al'`, `atob('…')`) and
 * paths of names (`window['document'].cookie` is `document.cookie`, `new Image()` is `<img>`).
 */
export class ValueReader {
  readonly #tree: SyntaxTree;
  readonly #bindings: Bindings;
  /** By the number of the node; nothing is known of those with null. */
  readonly #constants: (Constant | null | undefined)[];
  readonly #filled = new Map<Binding, boolean>();
  readonly #paths: (string | undefined)[];
  /** Paths of what is put into members, by their names; empty when they have none in common. */
  readonly #memberPaths = new Map<string, string>();
  #members: ReadonlyMap<string, readonly AnyNode[]> | undefined;
  #charactersLeft: number;
  readonly #interpreter: ConstInterpreter;

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.#tree = tree;
    this.#bindings = bindings;
    this.#constants = new Array(tree.nodes.length);
    this.#paths = new Array(tree.nodes.length);
    this.#interpreter = new ConstInterpreter(tree, bindings);
    this.#charactersLeft = MOST_CHARACTERS + tree.nodes.length * CHARACTERS_PER_NODE;
  }

  text(node: AnyNode | undefined | null): string | undefined {
    const constant = this.constant(node);
    return constant?.kind === 'text' ? constant.text : undefined;
  }

  constant(node: AnyNode | undefined | null, steps = 0): Constant | undefined {
    if (!node || steps > MOST_STEPS || this.#charactersLeft < 0) return undefined;
    if (node.type === 'Literal') return literalConstant(node.value);
    const number = this.#tree.numberOf(node);
    const known = this.#constants[number];
    if (known !== undefined) return known ?? undefined;
    this.#constants[number] = null;
    const constant = this.#work(node, number, steps);
    if (constant && makesNew.has(node.type)) this.#charactersLeft -= sizeOf(constant);
    this.#constants[number] = constant ?? null;
    return constant;
  }

  /** Names joined by dots; `?` stands for what is not known, `<x>` for an element or object made. */
  path(node: AnyNode | undefined | null, steps = 0): string {
    if (!node || steps > MOST_STEPS) return UNKNOWN;
    const number = this.#tree.numberOf(node);
    const known = this.#paths[number];
    if (known !== undefined) return known;
    this.#paths[number] = UNKNOWN;
    const path = this.#findPath(node, number, steps + 1);
    this.#paths[number] = path;
    return path;
  }

  /** Name of the property that a member expression reads or writes. */
  property(node: MemberExpression): string | undefined {
    return node.computed ? this.text(node.property) : memberName(node.property);
  }

  /** Texts that an expression may stand for: all in a list, all that a variable gets. */
  texts(node: AnyNode | undefined | null, steps = 0): readonly string[] {
    const constant = this.constant(node);
    if (constant) return constant.kind === 'text' ? [constant.text] : constant.items;
    const binding = node && this.#bindings.of(this.#tree.numberOf(node));
    if (!binding || steps > MOST_VALUES) return [];
    const values = binding.values.slice(0, MOST_TEXTS).map((value) => this.#tree.node(value));
    if (binding.origin?.kind === 'item') values.push(binding.origin.of);
    return values.flatMap((value) => this.texts(value, steps + 1)).slice(0, MOST_TEXTS);
  }

  #work(node: AnyNode, number: number, steps: number): Constant | undefined {
    switch (node.type) {
      case 'TemplateLiteral':
        return this.#template(node.quasis, node.expressions, steps);
      case 'BinaryExpression':
        return node.operator === '+' ? this.#joined(node, steps) : undefined;
      case 'Identifier':
        return this.constant(this.#onlyValue(number), steps + 1) ?? this.#workedOut(number);
      case 'ArrayExpression':
        return this.#list(node.elements, steps);
      case 'MemberExpression':
        return this.#item(node, steps);
      case 'CallExpression':
        return this.#call(node, steps);
      case 'SequenceExpression':
        return this.constant(node.expressions.at(-1), steps + 1);
      case 'AssignmentExpression':
        return node.operator === '=' ? this.constant(node.right, steps + 1) : undefined;
      case 'UnaryExpression': {
        const text = node.operator === '-' ? this.text(node.argument) : undefined;
        return text === undefined ? undefined : textConstant(String(-Number(text)));
      }
      default:
        return undefined;
    }
  }

  #onlyValue(number: number): AnyNode | undefined {
    const binding = this.#bindings.of(number);
    if (!binding || binding.isOpen || binding.values.length !== 1) return undefined;
    return this.#tree.node(binding.values[0] ?? -1);
  }

  /** A variable that is filled step by step: texts and lists only, counters are of no use. */
  #workedOut(number: number): Constant | undefined {
    const binding = this.#bindings.of(number);
    if (!binding || binding.isGlobal || binding.isParameter) return undefined;
    let isFilled = this.#filled.get(binding);
    if (isFilled === undefined) {
      isFilled = this.#isFilled(binding);
      // A variable may be asked for at each of its thousands of places.
      this.#filled.set(binding, isFilled);
    }
    return isFilled ? constantOf(this.#interpreter.variable(binding)) : undefined;
  }

  #isFilled({ values, name, isOpen }: Binding): boolean {
    const first = this.#tree.node(values[0] ?? -1);
    if (first?.type !== 'ArrayExpression' && !isText(first)) return false;
    if (!isOpen && !isGrowing(first)) return false;
    // Which of several values is meant depends on the order, unless each is made of the one before.
    return values.slice(1).every((value) => isSumOf(this.#tree.node(value), name));
  }

  /** A variable that holds an object with its members written out. */
  #isTable(node: AnyNode): boolean {
    if (node.type !== 'Identifier') return false;
    return this.#onlyValue(this.#tree.numberOf(node))?.type === 'ObjectExpression';
  }

  /** Follows the left side in a loop: it may be thousands of parts long. */
  #joined(node: AnyNode, steps: number): Constant | undefined {
    const parts: string[] = [];
    let [isDecoded, pieces] = [false, 0];
    for (let left: AnyNode | undefined = node; left; ) {
      const sum: BinaryExpression | undefined =
        left.type === 'BinaryExpression' && left.operator === '+' ? left : undefined;
      const part: Constant | undefined = this.constant(sum ? sum.right : left, steps + 1);
      if (part?.kind !== 'text') return undefined;
      parts.push(part.text);
      isDecoded ||= part.isDecoded;
      pieces += part.pieces;
      left = sum?.left;
    }
    return textConstant(parts.reverse().join(''), isDecoded, pieces);
  }

  #template(
    quasis: readonly { value: { cooked?: string | null } }[],
    expressions: readonly AnyNode[],
    steps: number,
  ): Constant | undefined {
    let text = quasis[0]?.value.cooked ?? '';
    for (const [at, expression] of expressions.entries()) {
      const part = this.constant(expression, steps + 1);
      if (part?.kind !== 'text') return undefined;
      text += part.text + (quasis[at + 1]?.value.cooked ?? '');
    }
    return textConstant(text, false, 1 + expressions.length);
  }

  #list(elements: readonly (AnyNode | null)[], steps: number): Constant | undefined {
    if (elements.length === 0) return undefined;
    const items: string[] = [];
    let isDecoded = false;
    for (const element of elements) {
      const item = this.constant(element, steps + 1);
      if (item?.kind !== 'text') return undefined;
      items.push(item.text);
      isDecoded ||= item.isDecoded;
    }
    const isNumeric = elements.every(
      (it) => it?.type === 'Literal' && typeof it.value === 'number',
    );
    return listConstant(items, isDecoded, isNumeric);
  }

  #item(node: MemberExpression, steps: number): Constant | undefined {
    if (this.#isTable(node.object)) return constantOf(this.#interpreter.member(node));
    if (!node.computed) return undefined;
    const list = this.constant(node.object, steps + 1);
    const at = list && this.text(node.property);
    if (list?.kind !== 'list' || at === undefined) return undefined;
    const item = list.items[Number(at)];
    return item === undefined ? undefined : textConstant(item, list.isDecoded, 2);
  }

  #call(node: CallExpression, steps: number): Constant | undefined {
    const { callee } = node;
    const known = knownFunctions.get(this.path(callee, steps));
    if (known) return known(this.#arguments(node, steps) ?? []);
    if (callee.type !== 'MemberExpression') return constantOf(this.#interpreter.call(node));
    const method = knownMethods.get(this.property(callee) ?? '');
    const self = method && this.constant(callee.object, steps + 1);
    const args = self && this.#arguments(node, steps);
    const found = args && method(self, args);
    if (found) return found;
    const isChain = chained.has(this.property(callee) ?? '') || this.#isMade(callee);
    return isChain ? constantOf(this.#interpreter.chain(node)) : undefined;
  }

  /** A method that the script itself has. */
  #isMade(callee: MemberExpression): boolean {
    return (
      isOwnObject(this.#tree, this.#bindings, callee.object) &&
      methodOf(this.#tree, this.#bindings, callee) !== undefined
    );
  }

  /** Arguments, unless one is not known; `null` and the like stand for nothing. */
  #arguments(node: CallExpression, steps: number): Constant[] | undefined {
    const args: Constant[] = [];
    for (const arg of node.arguments) {
      const isNull = arg.type === 'Literal' && arg.value === null;
      const isName = arg.type === 'Identifier' || arg.type === 'ThisExpression';
      const constant = isNull ? textConstant('') : this.constant(arg, steps + 1);
      if (constant) args.push(constant);
      else if (isName && args.length === 0 && node.arguments.length > 1)
        args.push(listConstant([]));
      else return undefined;
    }
    return args;
  }

  #findPath(node: AnyNode, number: number, steps: number): string {
    switch (node.type) {
      case 'Identifier':
        return this.#namePath(node.name, number, steps);
      case 'MemberExpression':
        return this.#memberPath(node, steps);
      case 'CallExpression':
      case 'NewExpression':
        return this.#madePath(node, steps);
      case 'LogicalExpression': {
        const left = this.path(node.left, steps);
        return left === UNKNOWN ? this.path(node.right, steps) : left;
      }
      case 'ConditionalExpression': {
        const first = this.path(node.consequent, steps);
        return first === UNKNOWN ? this.path(node.alternate, steps) : first;
      }
      case 'AwaitExpression':
        return this.path(node.argument, steps);
      case 'AssignmentExpression':
        return this.path(node.right, steps);
      case 'SequenceExpression':
        return this.path(node.expressions.at(-1), steps);
      case 'ChainExpression':
        return this.path(node.expression, steps);
      case 'ThisExpression':
        return this.#thisPath(number, steps);
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

  /** What the function around `this` was handed to, when that calls it for one element after the other. */
  callerOf(number: number): AnyNode | undefined {
    const { calledByElements } = this.#bindings;
    if (calledByElements.size === 0) return undefined;
    let at = number;
    while (at >= 0 && !this.#isOwnFunction(at)) at = this.#tree.parents[at] ?? -1;
    return calledByElements.get(at);
  }

  /** An element in its listeners and in callbacks that get one element after the other. */
  #thisPath(number: number, steps: number): string {
    const path = this.path(this.callerOf(number), steps);
    if (path === '<forms>') return '<node>';
    return isElement(path) ? path : UNKNOWN;
  }

  /** A function with a `this` of its own. */
  #isOwnFunction(number: number): boolean {
    const type = this.#tree.node(number)?.type;
    return type === 'FunctionExpression' || type === 'FunctionDeclaration';
  }

  #namePath(name: string, number: number, steps: number): string {
    const binding = this.#bindings.of(number);
    if (!binding) return UNKNOWN;
    const value = this.#onlyValue(number);
    if (value && !this.#tree.isFunction(this.#tree.numberOf(value))) return this.path(value, steps);
    if (binding.values.length > 1 && !binding.isOpen) return this.#sharedPath(binding, steps);
    if (binding.origin && binding.values.length === 0)
      return this.#originPath(binding.origin, steps);
    if (binding.isGlobal) return name;
    // Libraries hand themselves over under these names: `ready(function ($) {})`. A function of the script
    // that has one has to find elements: in some it makes them.
    if (name !== '$' && name !== 'jQuery') return UNKNOWN;
    return value === undefined || isElement(this.path(returnedBy(value), steps)) ? name : UNKNOWN;
  }

  /** Of a variable with several values. */
  #sharedPath({ name, isGlobal, values }: Binding, steps: number): string {
    const unknown = isGlobal ? name : UNKNOWN;
    if (values.length > MOST_VALUES) return unknown;
    const given = values.flatMap((value) => this.#tree.node(value) ?? []);
    return this.#commonPath(given, steps, name) ?? unknown;
  }

  /** Of values that are all elements or all objects of one kind; nothing counts for nothing. */
  #commonPath(given: readonly AnyNode[], steps: number, name?: string): string | undefined {
    const paths = given
      .filter((it) => !isNothing(it) && (name === undefined || !startsWith(it, name)))
      .map((it) => this.path(it, steps));
    const [first] = paths;
    if (!first?.startsWith('<')) return undefined;
    const isCommon = (path: string): boolean =>
      path === first || (isElement(path) && isElement(first));
    return paths.every(isCommon) ? first : undefined;
  }

  #originPath({ kind, of, keys }: Origin, steps: number): string {
    const whole = this.path(of, steps);
    const list = isElement(whole) || whole === '<forms>' ? '<node>' : UNKNOWN;
    const event = this.#isPage(of, whole, steps) ? '<pageevent>' : '<event>';
    const start = kind === 'event' ? event : kind === 'item' ? list : whole;
    return keys.reduce(memberPath, start);
  }

  /** Also `$(document)`. */
  #isPage(node: AnyNode | undefined, path: string, steps: number): boolean {
    if (!node || pageObjects.has(path)) return true;
    if (node.type !== 'CallExpression') return false;
    const [arg] = node.arguments;
    return pageObjects.has(this.path(arg, steps)) || this.text(arg) === 'body';
  }

  #memberPath(node: MemberExpression, steps: number): string {
    const [object, property] = [this.path(node.object, steps), this.property(node)];
    const path = memberPath(object, property);
    if (!path.startsWith(UNKNOWN) || property === undefined) return path;
    // `this.socket` is what is put into a member of that name.
    const known = this.#memberPaths.get(property);
    if (known !== undefined) return known || path;
    this.#memberPaths.set(property, '');
    this.#members ??= namedMembers(this.#tree);
    const given = this.#members.get(property);
    const common =
      given && given.length <= MOST_VALUES ? this.#commonPath(given, steps) : undefined;
    this.#memberPaths.set(property, common ?? '');
    return common ?? path;
  }

  /** `find('input')`, where the script has a function `find` that gives elements. */
  #returnedPath(callee: AnyNode, steps: number): string {
    if (callee.type !== 'Identifier') return UNKNOWN;
    const value = this.#onlyValue(this.#tree.numberOf(callee));
    const path = this.path(returnedBy(value), steps);
    return isElement(path) ? path : UNKNOWN;
  }

  #madePath(node: CallExpression | NewExpression, steps: number): string {
    const callee = this.path(node.callee, steps);
    const made = madeBy.get(callee);
    if (made !== undefined) return made;
    const dot = callee.lastIndexOf('.');
    const method = callee.slice(dot + 1);
    const object = callee.slice(0, Math.max(dot, 0));
    if (isElement(object) && elementMethods.has(method)) return object;
    // What is cloned leaves with the clone.
    if (isElement(object) && method === 'cloneNode') return '<clone>';
    if (object === '<peer>' && method === 'createDataChannel') return '<channel>';
    if (listMakers.has(callee)) {
      const list = this.path(node.arguments[0], steps);
      return isElement(list) ? list : UNKNOWN;
    }
    if (method === 'bind' && node.callee.type === 'MemberExpression') return object;
    if (callee === 'Object.assign') {
      const target = this.path(node.arguments[0], steps);
      return target.startsWith('<') ? target : UNKNOWN;
    }
    if (method === 'createElement' || method === 'createElementNS') {
      const tag = this.text(node.arguments[method === 'createElement' ? 0 : 1]);
      return tag === undefined ? '<element>' : `<${tag.toLowerCase()}>`;
    }
    if (!elementFinders.has(method)) return this.#returnedPath(node.callee, steps);
    // jQuery makes an element of markup.
    const tag = /^<([a-z]+)/i.exec(this.text(node.arguments[0]) ?? '')?.[1];
    return tag === undefined ? '<node>' : `<${tag.toLowerCase()}>`;
  }
}

function literalConstant(value: unknown): Constant | undefined {
  if (typeof value === 'string') return textConstant(value);
  return typeof value === 'number' ? textConstant(String(value)) : undefined;
}

/** `s + x` of `s`. */
function isSumOf(node: AnyNode | undefined, name: string): boolean {
  let left = node;
  while (left?.type === 'BinaryExpression') left = left.left;
  return node?.type === 'BinaryExpression' && left?.type === 'Identifier' && left.name === name;
}

/** A list that is empty at first gets its items later. */
const isGrowing = (node: AnyNode | undefined): boolean =>
  isText(node) || (node?.type === 'ArrayExpression' && node.elements.length === 0);

const isText = (node: AnyNode | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'string';

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

function sizeOf(constant: Constant): number {
  if (constant.kind === 'text') return constant.text.length;
  return constant.items.reduce((sum, item) => sum + item.length + 1, 0);
}

/** `null`, `undefined` and the like: a variable that holds nothing yet. */
function isNothing(node: AnyNode): boolean {
  if (node.type === 'UnaryExpression') return node.operator === 'void' || node.operator === '!';
  if (node.type === 'Identifier') return node.name === 'undefined';
  return node.type === 'Literal' && (node.value === null || node.value === false);
}

/** `b.parentNode` of `b`: a way on from what the variable is already. */
function startsWith(node: AnyNode, name: string): boolean {
  let at = node;
  while (true) {
    if (at.type === 'MemberExpression') at = at.object;
    else if (at.type === 'ChainExpression') at = at.expression;
    else if (at.type === 'CallExpression') at = at.callee;
    else return at.type === 'Identifier' && at.name === name;
  }
}
