import type { AnyNode, BinaryExpression, MemberExpression, TemplateLiteral } from 'acorn';
import { ConstInterpreter } from '../const-eval/const-interpreter.ts';
import {
  type Constant,
  constantSize,
  listConstant,
  MAX_CHARACTERS,
  textConstant,
} from '../const-eval/constant.ts';
import type { Bindings } from '../tree/bindings.ts';
import { memberName } from '../tree/known-calls.ts';
import type { Observed } from '../tree/observed.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { callConstant } from './call-constant.ts';
import { type ConstantContext, MAX_STEPS } from './constant-context.ts';
import { FilledVariables } from './filled-variables.ts';
import { soleValue } from './sole-value.ts';

/** Possible strings of an expression, and variables that are followed to find them. */
const MAX_TEXTS = 20;
const MAX_TEXT_STEPS = 4;
/** Total characters of all constants of a script, per node of the script. */
const CHARACTERS_PER_NODE = 200;

/** Expressions that create a new constant; others propagate one. */
const makesNew: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'BinaryExpression',
  'CallExpression',
  'TemplateLiteral',
]);

/** Reads strings and lists of strings from expressions: `'ev' + 'al'`, `atob('…')`, `list[2]`. */
export class ConstantReader implements ConstantContext {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly interpreter: ConstInterpreter;
  readonly path: ConstantContext['path'];
  readonly #filled: FilledVariables;
  /** By the number of the node; null if it is not constant, or is being read. */
  readonly #constants: (Constant | null | undefined)[];
  #charactersLeft: number;

  /** `path` resolves callees: known functions are listed by their paths. */
  constructor(tree: SyntaxTree, bindings: Bindings, path: ConstantContext['path']) {
    this.tree = tree;
    this.bindings = bindings;
    this.path = path;
    this.interpreter = new ConstInterpreter(tree, bindings);
    this.#filled = new FilledVariables(tree);
    this.#constants = new Array(tree.nodes.length);
    this.#charactersLeft = MAX_CHARACTERS + tree.nodes.length * CHARACTERS_PER_NODE;
  }

  text(node: AnyNode | undefined | null): string | undefined {
    const constant = this.constant(node);
    return constant?.kind === 'text' ? constant.text : undefined;
  }

  constant(node: AnyNode | undefined | null, steps = 0): Constant | undefined {
    if (!node || steps > MAX_STEPS || this.#charactersLeft < 0) return undefined;
    if (node.type === 'Literal') return literalConstant(node.value);
    const number = this.tree.numberOf(node);
    const known = this.#constants[number];
    if (known !== undefined) return known ?? undefined;
    // A value that depends on itself is not constant.
    this.#constants[number] = null;
    const constant = this.#read(node, number, steps) ?? observedConstant(node);
    if (constant && makesNew.has(node.type)) this.#charactersLeft -= constantSize(constant);
    this.#constants[number] = constant ?? null;
    return constant;
  }

  /** All strings that an expression may have: the items of a list, all values of a variable. */
  texts(node: AnyNode | undefined | null, steps = 0): readonly string[] {
    const constant = this.constant(node);
    if (constant) return constant.kind === 'text' ? [constant.text] : constant.items;
    const binding = node && this.bindings.of(this.tree.numberOf(node));
    if (!binding || steps > MAX_TEXT_STEPS) return [];
    const values = binding.values.slice(0, MAX_TEXTS).map((value) => this.tree.node(value));
    if (binding.origin?.kind === 'item') values.push(binding.origin.of);
    return values.flatMap((value) => this.texts(value, steps + 1)).slice(0, MAX_TEXTS);
  }

  /** Name of the property that a member expression reads or writes. */
  property(node: MemberExpression): string | undefined {
    return node.computed ? this.text(node.property) : memberName(node.property);
  }

  #read(node: AnyNode, number: number, steps: number): Constant | undefined {
    switch (node.type) {
      case 'TemplateLiteral':
        return this.#template(node, steps);
      case 'BinaryExpression':
        return node.operator === '+' ? this.#sum(node, steps) : undefined;
      case 'Identifier':
        return this.#variable(number, steps);
      case 'ArrayExpression':
        return this.#list(node.elements, steps);
      case 'MemberExpression':
        return this.#item(node, steps);
      case 'CallExpression':
        return callConstant(this, node, steps);
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

  #variable(number: number, steps: number): Constant | undefined {
    const constant = this.constant(soleValue(this.tree, this.bindings, number), steps + 1);
    if (constant) return constant;
    const binding = this.bindings.of(number);
    return binding && this.#filled.has(binding) ? this.interpreter.variable(binding) : undefined;
  }

  /** Follows the left operands in a loop, because a sum may have thousands of parts. */
  #sum(node: AnyNode, steps: number): Constant | undefined {
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

  #template({ quasis, expressions }: TemplateLiteral, steps: number): Constant | undefined {
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
    if (this.#isTable(node.object)) return this.interpreter.member(node);
    if (!node.computed) return undefined;
    const list = this.constant(node.object, steps + 1);
    const at = list && this.text(node.property);
    if (list?.kind !== 'list' || at === undefined) return undefined;
    const item = list.items[Number(at)];
    return item === undefined ? undefined : textConstant(item, list.isDecoded, 2);
  }

  /** A variable that holds an object literal. */
  #isTable(node: AnyNode): boolean {
    if (node.type !== 'Identifier') return false;
    const value = soleValue(this.tree, this.bindings, this.tree.numberOf(node));
    return value?.type === 'ObjectExpression';
  }
}

/** The value that an expression always had when the script was traced: it shows what obfuscated names stand for. */
function observedConstant(node: AnyNode): Constant | undefined {
  const { observed } = node as Observed;
  const constant = typeof observed === 'string' ? textConstant(observed) : undefined;
  return constant && { ...constant, isTraced: true };
}

function literalConstant(value: unknown): Constant | undefined {
  if (typeof value === 'string') return textConstant(value);
  return typeof value === 'number' ? textConstant(String(value)) : undefined;
}
