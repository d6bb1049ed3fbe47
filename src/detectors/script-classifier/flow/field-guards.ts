import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';

/** What a script does with fields that it tells apart by their names or types. */
export interface FieldGuards {
  /** Leaves out or masks fields for card data. */
  readonly masksCards: boolean;
  readonly masksPasswords: boolean;
  /** Whether a node is run for card fields only. */
  isPicked(number: number): boolean;
}

type Field = 'card' | 'password';

const cardWords = /card|cvv|cvc|cc-?(?:num|csc|exp)|\bcc\b|private|sensitive|redact|\bmask/i;
const cardPicks = /card|cvv|cvc|cc-?(?:num|csc|exp)/i;
const passwordWords = /passw|pwd|\bpass\b|private|sensitive|redact|\bmask/i;
/** Longer texts are prose or templates. */
const MAX_LENGTH = 300;
/** Names that are looked at; each is followed a few steps up to a condition. */
const MAX_NAMES = 60;
const MAX_STEPS = 15;
/** From a condition to a variable or function that holds it, and on. */
const MAX_HOPS = 3;
const MAX_USES = 12;
/** Ways up to a condition, all in all, and branches that are kept. */
const MAX_CLIMBS = 2000;
const MAX_PICKED = 100;

export function findFieldGuards(reading: ScriptReading): FieldGuards {
  return new GuardFinder(reading).find();
}

/** Goes from names of fields up to the conditions that they decide. */
class GuardFinder {
  readonly #reading: ScriptReading;
  readonly #masked = new Set<Field>();
  readonly #picked: { readonly first: number; readonly last: number }[] = [];
  #climbsLeft = MAX_CLIMBS;
  #members: Map<string, number[]> | undefined;

  constructor(reading: ScriptReading) {
    this.#reading = reading;
  }

  find(): FieldGuards {
    let left = MAX_NAMES;
    const { tree } = this.#reading;
    for (const number of tree.ofType('Literal')) {
      if (left === 0) break;
      const text = nameIn(tree.node(number));
      if (text === undefined) continue;
      const fields = fieldsOf(text);
      if (fields.length === 0) continue;
      left -= 1;
      if (text.includes(':not(')) for (const field of fields) this.#masked.add(field);
      else this.#climb(number, true, { fields, isPick: cardPicks.test(text), hops: MAX_HOPS });
    }
    const picked = this.#picked;
    return {
      masksCards: this.#masked.has('card'),
      masksPasswords: this.#masked.has('password'),
      isPicked: (number) => picked.some(({ first, last }) => first <= number && number <= last),
    };
  }

  #climb(from: number, sign: boolean, name: FoundName): void {
    this.#climbsLeft -= 1;
    if (this.#climbsLeft < 0) return;
    const { tree, values } = this.#reading;
    let [at, isTrue] = [from, sign];
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const [node, parent] = [tree.node(at), tree.parent(at)];
      if (!node || !parent) return;
      switch (parent.type) {
        case 'UnaryExpression':
          if (parent.operator === '!') isTrue = !isTrue;
          break;
        case 'BinaryExpression':
          if (parent.operator === '!==' || parent.operator === '!=') isTrue = !isTrue;
          // `a.indexOf(b) < 0` and `=== -1` say that it is not there.
          if (isMissing(parent)) isTrue = !isTrue;
          break;
        case 'IfStatement':
          if (parent.test === node) this.#branch(parent.consequent, isTrue, name);
          return;
        case 'ConditionalExpression':
          if (parent.test !== node) return;
          this.#choice(isTrue ? parent.consequent : parent.alternate, name);
          return;
        case 'LogicalExpression':
          if (
            parent.left === node &&
            parent.operator === '&&' &&
            !isTest(tree.parent(tree.numberOf(parent)))
          ) {
            if (isTrue) this.#pick(parent.right, name);
            else this.#mask(name);
          }
          break;
        case 'VariableDeclarator':
        case 'ReturnStatement':
        case 'ArrowFunctionExpression':
          this.#hop(parent, at, isTrue, name);
          return;
        case 'CallExpression':
          if (
            parent.callee.type === 'MemberExpression' &&
            values.property(parent.callee) === 'filter'
          )
            return;
          break;
        case 'MemberExpression':
        case 'ArrayExpression':
        case 'ChainExpression':
        case 'NewExpression':
        case 'SequenceExpression':
          break;
        default:
          return;
      }
      at = tree.numberOf(parent);
    }
  }

  /** From a variable or function to the places that use it. */
  #hop(holder: AnyNode, at: number, isTrue: boolean, name: FoundName): void {
    const { tree, bindings, values } = this.#reading;
    if (name.hops === 0) return;
    const inner = { ...name, hops: name.hops - 1 };
    let target: AnyNode | null | undefined;
    if (holder.type === 'VariableDeclarator') target = holder.id;
    else {
      let number = at;
      while (number >= 0 && !tree.isFunction(number)) number = tree.parents[number] ?? -1;
      const [made, user] = [tree.node(number), tree.parent(number)];
      if (user?.type === 'CallExpression' && user.callee.type === 'MemberExpression') {
        const method = values.property(user.callee);
        if (method === 'filter') {
          if (isTrue) this.#pick(user, name);
          else this.#mask(name);
        } else if (method === 'some') this.#climb(tree.numberOf(user), isTrue, inner);
        return;
      }
      if (user?.type === 'VariableDeclarator') target = user.id;
      else if (made?.type === 'FunctionDeclaration') target = made.id;
      else if (user?.type === 'Property' || user?.type === 'MethodDefinition') {
        this.#uses(user.key, isTrue, inner);
        return;
      }
    }
    const binding = target ? bindings.of(tree.numberOf(target)) : undefined;
    for (const use of binding ? bindings.referencesOf(binding).slice(0, MAX_USES) : []) {
      if (use !== tree.numberOf(target ?? holder)) this.#climb(use, isTrue, inner);
    }
  }

  /** Calls of a method, by its name. */
  #uses(key: AnyNode, isTrue: boolean, name: FoundName): void {
    if (key.type !== 'Identifier') return;
    const uses = this.#named().get(key.name) ?? [];
    for (const use of uses.slice(0, MAX_USES)) this.#climb(use, isTrue, name);
  }

  #named(): ReadonlyMap<string, readonly number[]> {
    if (this.#members) return this.#members;
    const members = new Map<string, number[]>();
    const { tree } = this.#reading;
    for (const number of tree.ofType('MemberExpression')) {
      const node = tree.node(number);
      if (node?.type !== 'MemberExpression' || node.property.type !== 'Identifier') continue;
      const list = members.get(node.property.name);
      if (list) list.push(number);
      else members.set(node.property.name, [number]);
    }
    this.#members = members;
    return members;
  }

  #branch(consequent: AnyNode, isTrue: boolean, name: FoundName): void {
    const isLeft = leaves(consequent);
    // `if (isCard) return` passes over the fields that are named, `if (!isCard) { … }` takes others only.
    if (isTrue === isLeft) this.#mask(name);
    // `if (!isCard) return` says nothing about what follows.
    if (!isTrue || isLeft) return;
    if (masks(this.#reading, consequent)) this.#mask(name);
    else this.#pick(consequent, name);
  }

  /** What is taken instead of the value. */
  #choice(taken: AnyNode, name: FoundName): void {
    if (readsValue(this.#reading, taken)) this.#pick(taken, name);
    else this.#mask(name);
  }

  #mask({ fields }: FoundName): void {
    for (const field of fields) this.#masked.add(field);
  }

  #pick(node: AnyNode, { isPick }: FoundName): void {
    if (!isPick || this.#picked.length >= MAX_PICKED) return;
    const first = this.#reading.tree.numberOf(node);
    this.#picked.push({ first, last: this.#reading.tree.lasts[first] ?? first });
  }
}

interface FoundName {
  readonly fields: readonly Field[];
  /** It names card data, not only something private. */
  readonly isPick: boolean;
  readonly hops: number;
}

function nameIn(node: AnyNode | undefined): string | undefined {
  if (node?.type !== 'Literal') return undefined;
  const text = typeof node.value === 'string' ? node.value : node.regex?.pattern;
  return text !== undefined && text.length > 1 && text.length < MAX_LENGTH ? text : undefined;
}

const fieldsOf = (text: string): Field[] => [
  ...(cardWords.test(text) ? (['card'] as const) : []),
  ...(passwordWords.test(text) ? (['password'] as const) : []),
];

function isMissing(node: AnyNode): boolean {
  if (node.type !== 'BinaryExpression') return false;
  const { operator, right } = node;
  const isMinusOne = right.type === 'UnaryExpression' && right.operator === '-';
  if (isMinusOne) return operator === '===' || operator === '==';
  return operator === '<' && right.type === 'Literal' && right.value === 0;
}

const isTest = (node: AnyNode | undefined): boolean =>
  node?.type === 'IfStatement' ||
  node?.type === 'ConditionalExpression' ||
  node?.type === 'LogicalExpression' ||
  node?.type === 'UnaryExpression' ||
  node?.type === 'ReturnStatement' ||
  node?.type === 'VariableDeclarator' ||
  node?.type === 'ArrowFunctionExpression';

/** `return;`, `continue;` and the like, also in a block. */
function leaves(node: AnyNode): boolean {
  const only = node.type === 'BlockStatement' ? node.body.at(-1) : node;
  if (only?.type === 'ContinueStatement' || only?.type === 'BreakStatement') return true;
  if (only?.type !== 'ReturnStatement') return false;
  return only.argument?.type !== 'MemberExpression';
}

/** Something that takes the place of a value is put somewhere: `value = '***'`. */
function masks({ tree, values }: ScriptReading, node: AnyNode): boolean {
  const first = tree.numberOf(node);
  for (let number = first; number <= (tree.lasts[first] ?? first); number += 1) {
    const it = tree.node(number);
    if (it?.type !== 'AssignmentExpression') continue;
    const text = values.text(it.right);
    if (text !== undefined && /^[*•x#-]*$|mask|redact|filtered|hidden/i.test(text)) return true;
    if (it.right.type === 'CallExpression' && !readsValue({ tree, values }, it.right)) return true;
  }
  return false;
}

/** `el.value` as it is; its length, or a text made of it, does not count. */
function readsValue(
  { tree, values }: Pick<ScriptReading, 'tree' | 'values'>,
  node: AnyNode,
): boolean {
  const first = tree.numberOf(node);
  for (let number = first; number <= (tree.lasts[first] ?? first); number += 1) {
    const it = tree.node(number);
    const isValue = it?.type === 'MemberExpression' && values.property(it) === 'value';
    if (!isValue) continue;
    const parent = tree.parent(number);
    const next = parent?.type === 'MemberExpression' ? values.property(parent) : undefined;
    if (next !== 'length' && next !== 'replace' && next !== 'slice') return true;
  }
  return false;
}
