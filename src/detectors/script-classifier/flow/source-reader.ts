import type { AnyNode, CallExpression, MemberExpression, NewExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { isThis, onlyValue } from '../tree/known-calls.ts';
import { elementFinders, isElement } from '../values/paths.ts';
import { isButtonValue } from './button-value.ts';
import type { CollectorPlan } from './collector-plan.ts';
import { bitsOfElements } from './field-lists.ts';
import {
  isCardName,
  isPasswordName,
  isShortCardWord,
  isShortPasswordWord,
  mentionsWalletSecret,
} from './field-words.ts';
import { type MadeFields, madeFields } from './made-fields.ts';
import {
  callSources,
  memberSources,
  methodSources,
  pathSources,
  selectsAllFields,
} from './sources.ts';
import { isFiltered } from './storage-filter.ts';
import { taint } from './taint.ts';

/** Finds the taint bits that single expressions introduce, with the tables of sources. */
export class SourceReader {
  readonly #reading: ScriptReading;
  readonly #plan: Pick<CollectorPlan, 'keyEvents' | 'owners'>;
  readonly #made: MadeFields;
  /** Bits of names of properties and of strings; cached, because a script uses few names many times. */
  readonly #properties = new Map<string, number>();

  constructor(reading: ScriptReading, plan: Pick<CollectorPlan, 'keyEvents' | 'owners'>) {
    this.#reading = reading;
    this.#plan = plan;
    this.#made = madeFields(reading.tree);
  }

  bits(node: AnyNode, number: number): number {
    switch (node.type) {
      case 'Identifier':
        return this.#pathBits(node);
      case 'MemberExpression':
        return this.#isLabel(node) ? 0 : this.#pathBits(node) | this.#memberBits(node);
      case 'CallExpression':
      case 'NewExpression':
        return callBits(this.#reading, node, number) | this.#foundBits(node);
      case 'ThisExpression': {
        const caller = this.#reading.values.callerOf(number);
        if (caller?.type !== 'CallExpression') return 0;
        const callerNumber = this.#reading.tree.numberOf(caller);
        return callBits(this.#reading, caller, callerNumber) & ~taint.field;
      }
      case 'Literal':
        if (typeof node.value !== 'string') return 0;
        return this.#literalBits(node.value) | (this.#made.ids.get(node.value) ?? 0);
      case 'Property':
        return node.key.type === 'Identifier' &&
          this.#reading.tree.parent(number)?.type === 'ObjectExpression'
          ? this.#propertyBits(node.key.name)
          : 0;
      default:
        return 0;
    }
  }

  /** `PW` is also a country. */
  #literalBits(text: string): number {
    const bits = this.#propertyBits(text);
    return isShortPasswordWord(text) ? bits & ~taint.passwordName : bits;
  }

  #propertyBits(name: string): number {
    let bits = this.#properties.get(name);
    if (bits === undefined) {
      bits = isShortCardWord(name) ? nameBits(name) & ~taint.cardName : nameBits(name);
      this.#properties.set(name, bits);
    }
    return bits;
  }

  #pathBits(node: AnyNode): number {
    const path = this.#reading.values.path(node);
    const bits = pathSources.get(path);
    if (bits !== undefined) return bits;
    if (!path.endsWith('.value')) return 0;
    const [, name] = namedField.exec(path) ?? [];
    return name === undefined ? 0 : taint.field | this.#propertyBits(name) | walletBits(name);
  }

  #memberBits(node: MemberExpression): number {
    const { values } = this.#reading;
    const property = values.property(node) ?? '';
    const { object } = node;
    const isValue = property === 'value';
    const outer =
      isValue && object.type === 'MemberExpression' ? `${values.property(object)}.value` : '';
    const isForm = property === 'elements' && isElement(values.path(object));
    return (
      (memberSources.get(property) ?? 0) |
      (memberSources.get(outer) ?? 0) |
      (isValue && this.#isElement(object) ? taint.field : 0) |
      (isForm ? bitsOfElements(this.#reading, this.#reading.tree.numberOf(node)) : 0) |
      this.#boundBits(node, property) |
      (keyProperties.has(property) ? this.#keyBits(object) : 0) |
      (node.computed ? 0 : this.#propertyBits(property))
    );
  }

  /** Elements that are found by the name of a field in markup of the script. */
  #foundBits({ callee, arguments: args }: Call): number {
    if (this.#made.named.size === 0) return 0;
    const { values } = this.#reading;
    const path = values.path(callee);
    if (!elementFinders.has(path.slice(path.lastIndexOf('.') + 1))) return 0;
    const selector = values.text(args[0]) ?? '';
    if (selector.length > MAX_SELECTOR) return 0;
    return (selector.match(/[\w-]+/g) ?? []).reduce(
      (bits, name) => bits | (this.#made.named.get(name) ?? 0),
      0,
    );
  }

  /** `this.phrase` and `phrase.value`, if a framework binds a field to `phrase`. */
  #boundBits({ object }: MemberExpression, property: string): number {
    if (this.#made.bound.size === 0) return 0;
    const { tree, bindings } = this.#reading;
    const isState = isThis(tree, bindings, object) || stateNames.has(nameOf(object));
    const name = property === 'value' ? nameOf(object) : isState ? property : '';
    return this.#made.bound.get(name) ?? 0;
  }

  #isLabel(node: MemberExpression): boolean {
    const isValue = this.#reading.values.property(node) === 'value';
    return isValue && isButtonValue(this.#reading, node);
  }

  /** `this` in a handler is the element. */
  #isElement(object: AnyNode): boolean {
    if (object.type !== 'ThisExpression') return false;
    return !this.#plan.owners.isInstance(this.#reading.tree.numberOf(object));
  }

  /** `e.key`, if `e` is a keyboard event. */
  #keyBits(object: AnyNode): number {
    const { tree, bindings } = this.#reading;
    let variable = bindings.of(tree.numberOf(object));
    // Listeners may pass the event to other functions.
    for (let hops = 0; variable && hops < MAX_HOPS; hops += 1) {
      if (this.#plan.keyEvents.has(variable)) return taint.key;
      const [value, ...others] = variable.values;
      variable = others.length === 0 ? bindings.of(value ?? -1) : undefined;
    }
    return 0;
  }
}

const nameBits = (name: string): number =>
  (isCardName(name) ? taint.cardName : 0) | (isPasswordName(name) ? taint.passwordName : 0);

/** `form.email.value`: fields are members of their form. */
const namedField = /^<(?:any)?node>\.([^.]+)\.value$/;

/** Names of objects that hold what fields are bound to. */
const stateNames: ReadonlySet<string> = new Set(['$scope', 'vm', 'state', 'data', 'form']);
const MAX_SELECTOR = 160;

const nameOf = (node: AnyNode): string => (node.type === 'Identifier' ? node.name : '');

/** What opens a wallet is also a name in code that computes with it, so it counts for fields only. */
const walletBits = (name: string): number =>
  name.length < MAX_SELECTOR && mentionsWalletSecret(name) ? taint.passwordName : 0;

const keyProperties: ReadonlySet<string> = new Set(['key', 'keyCode', 'which', 'charCode', 'code']);

const MAX_HOPS = 4;

type Call = CallExpression | NewExpression;

function callBits(reading: ScriptReading, node: Call, number: number): number {
  const { values } = reading;
  const path = values.path(node.callee);
  const method = path.slice(path.lastIndexOf('.') + 1);
  if (path === 'String.fromCharCode') return decodesMany(reading, number) ? taint.decoded : 0;
  let bits = (callSources.get(path) ?? 0) | (readsFields(reading, node) ? methodBits(method) : 0);
  if (path === 'unescape' && isOfCookie(reading, node.arguments[0], MAX_COOKIE_HOPS)) bits = 0;
  if ((bits & taint.storageDump) !== 0 && hasFilteredResult(reading, number)) {
    bits &= ~taint.storageDump;
  }
  if (isMadeUp(reading, node)) bits |= taint.decoded;
  if (listings.has(path) && storages.has(values.path(node.arguments[0]))) bits |= taint.storageDump;
  if (path.endsWith('clipboardData.getData')) bits |= taint.clipboard;
  if (path === 'FormData' && node.arguments.length === 0) bits = 0;
  if (!elementFinders.has(method)) return bits;
  const selector = values.text(node.arguments[0]);
  if (selector !== undefined) {
    bits |= nameBits(selector) | walletBits(selector);
    if (selectsAllFields(selector)) bits |= taint.allFields;
  }
  return bits;
}

const methodBits = (method: string): number => methodSources.get(method) ?? 0;

/**
 * Whether a method with a name such as `serialize` reads fields: that of jQuery takes no arguments. Other libraries have methods of
 * the same names that take what they work on.
 */
function readsFields(
  { values, bindings }: ScriptReading,
  { callee, arguments: args }: Call,
): boolean {
  if (callee.type !== 'MemberExpression') return args.length === 0;
  if (isElement(values.path(callee.object))) return true;
  return args.length === 0 && !bindings.methods.has(values.property(callee) ?? '');
}

/** Variables between a cookie and what is read of it. */
const MAX_COOKIE_HOPS = 4;

/** Whether an expression is a part of a cookie, which is read with `unescape`: that hides nothing. */
function isOfCookie(reading: ScriptReading, node: AnyNode | undefined, hops: number): boolean {
  if (!node || hops === 0) return false;
  const { tree, bindings, values } = reading;
  let at: AnyNode = node;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (at.type === 'MemberExpression') {
      if (values.property(at) === 'cookie') return true;
      at = at.object;
    } else if (at.type === 'CallExpression') {
      // `/id=(.*)/.exec(document.cookie)[1]`
      const [first] = at.arguments;
      if (first?.type === 'MemberExpression' && values.property(first) === 'cookie') return true;
      at = at.callee;
    } else break;
  }
  if (at.type !== 'Identifier') return false;
  const made = onlyValue(tree, bindings, tree.numberOf(at));
  return isOfCookie(reading, made, hops - 1);
}

/** `const key = localStorage.key(i)`, if the script compares `key`. */
function hasFilteredResult(reading: ScriptReading, number: number): boolean {
  const { tree, bindings } = reading;
  const user = tree.parent(number);
  const target =
    user?.type === 'VariableDeclarator'
      ? user.id
      : user?.type === 'AssignmentExpression'
        ? user.left
        : undefined;
  const key = target ? bindings.of(tree.numberOf(target)) : undefined;
  return key !== undefined && isFiltered(reading, key);
}

const address = /^(?:(?:https?|wss?):)?\/\/[\w-]/i;

/** Whether a function of the script builds a hidden URL. Other strings do not count: obfuscators hide all of them. */
function isMadeUp({ values }: ScriptReading, node: Call): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false;
  const constant = values.constant(node);
  return constant?.kind === 'text' && constant.isDecoded && address.test(constant.text);
}

const listings: ReadonlySet<string> = new Set(['Object.keys', 'Object.entries', 'Object.values']);
const storages: ReadonlySet<string> = new Set(['localStorage', 'sessionStorage']);

const loops: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);
const repeatingMethods: ReadonlySet<string> = new Set([
  'map',
  'forEach',
  'reduce',
  'replace',
  'each',
]);
/** Nodes between a call and the loop around it. */
const MAX_STEPS = 40;

/** Whether a call decodes a whole string: from several character codes, in a loop or in a callback. */
function decodesMany({ tree, values }: ScriptReading, number: number): boolean {
  const call = tree.node(number);
  if (call?.type === 'CallExpression' && call.arguments.some(isUtf8Byte)) return false;
  if (call?.type === 'CallExpression' && (call.arguments.length > 2 || hasSpread(call.arguments))) {
    return true;
  }
  let at = number;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const parent = tree.parent(at);
    if (!parent) return false;
    if (loops.has(parent.type)) return true;
    at = tree.parents[at] ?? -1;
    if (!tree.isFunction(at)) continue;
    const user = tree.parent(at);
    return (
      user?.type === 'CallExpression' &&
      user.callee.type === 'MemberExpression' &&
      repeatingMethods.has(values.property(user.callee) ?? '')
    );
  }
  return false;
}

/** `code >> 6 | 192` encodes a string as UTF-8, and decodes nothing. */
const isUtf8Byte = (node: AnyNode): boolean =>
  node.type === 'BinaryExpression' &&
  node.operator === '|' &&
  [node.left, node.right].some(
    (it) => it.type === 'Literal' && typeof it.value === 'number' && it.value >= 128,
  );

const hasSpread = (args: readonly AnyNode[]): boolean =>
  args.some(({ type }) => type === 'SpreadElement');
