import type { AnyNode, MemberExpression } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import type { Binding } from '../tree/bindings.ts';
import { onlyValue, returnedBy } from '../tree/known-calls.ts';
import { namedMembers } from '../tree/named-members.ts';

/** Expressions that are followed to find a prefix. */
const MAX_STEPS = 60;
/** Characters that are needed: the scheme and host of a URL are within them. */
const MAX_PREFIX_LENGTH = 200;
/** If a script has more members of the same name, their values are not used. */
const MAX_MEMBERS = 3;

/** Longer functions do more than decode. */
const MAX_DECODER_NODES = 200;

/** Represents the URL of the page itself. */
const OWN_ADDRESS = '/';
const ownPaths = /^(?:document\.)?location(?:\.(?:origin|href|host|hostname|pathname|protocol))?$/;

/**
 * Finds the known prefix of a string: that of `['https:', '', 'x.test', a].join('/')` is `https://x.test/`. Unlike
 * a constant, a prefix may come from one of several possible values.
 */
export class KnownPrefix {
  readonly #reading: ScriptReading;
  #members: ReadonlyMap<string, readonly AnyNode[]> | undefined;
  #steps = 0;
  /** Whether pieces of code call a decoder, by the numbers of their nodes. */
  readonly #decoding = new Map<number, boolean>();
  /** Variables that are built up of decoded characters. */
  readonly #filled = new Map<Binding, boolean>();
  /** Whether a decoder is involved. */
  #isHidden = false;

  constructor(reading: ScriptReading) {
    this.#reading = reading;
  }

  of(node: AnyNode | null | undefined): { readonly text: string; readonly isHidden: boolean } {
    this.#steps = 0;
    this.#isHidden = false;
    const { text, rest = '' } = this.#read(node);
    const isNamed = unfinishedHost.test(text) && domain.test(rest);
    return { text: isNamed ? text + rest : text, isHidden: this.#isHidden };
  }

  /** `u += String.fromCharCode(c)`: the variable is built up of decoded characters. */
  #isFilledByDecoder(number: number): boolean {
    const { tree, bindings } = this.#reading;
    const binding = bindings.of(number);
    if (!binding?.hasUnknownValues) return false;
    const known = this.#filled.get(binding);
    if (known !== undefined) return known;
    const isFilled = bindings
      .referencesOf(binding)
      .slice(0, MAX_STEPS)
      .some((use) => {
        const user = tree.parent(use);
        const isAdded = user?.type === 'AssignmentExpression' && user.operator === '+=';
        return isAdded && this.#decodes(user.right);
      });
    this.#filled.set(binding, isFilled);
    return isFilled;
  }

  /** Whether a short piece of code calls a decoder. */
  #decodes(node: AnyNode): boolean {
    const { tree, values } = this.#reading;
    const first = tree.numberOf(node);
    const last = tree.lasts[first] ?? first;
    const known = this.#decoding.get(first);
    if (known !== undefined || last - first > MAX_DECODER_NODES) return known ?? false;
    const decodes = tree.nodes
      .slice(first, last + 1)
      .some((it) => it.type === 'CallExpression' && decoders.has(values.path(it.callee)));
    this.#decoding.set(first, decodes);
    return decodes;
  }

  /** Whether the text, or the longest part of its host, is nowhere in the script: the script computes it. */
  #isUnwritten(node: AnyNode, address: string): boolean {
    const constant = this.#reading.values.constant(node);
    const isTraced = constant?.kind === 'text' && constant.isTraced === true;
    if (isTraced && address.length > 5 && !this.#reading.source.includes(address)) return true;
    const [, host = ''] = hostOf.exec(address) ?? [];
    const name = host
      .split('.')
      .reduce((one, other) => (other.length > one.length ? other : one), '');
    return name.length > 3 && !this.#reading.source.includes(name);
  }

  #read(node: AnyNode | null | undefined): Prefix {
    this.#steps += 1;
    if (!node || this.#steps > MAX_STEPS) return unknown;
    const { values } = this.#reading;
    const text = values.text(node);
    if (text !== undefined) {
      if (values.constant(node)?.isDecoded || this.#isUnwritten(node, text)) this.#isHidden = true;
      return { text: text.slice(0, MAX_PREFIX_LENGTH), isWhole: text.length < MAX_PREFIX_LENGTH };
    }
    if (ownPaths.test(values.path(node))) return { text: OWN_ADDRESS, isWhole: false };
    switch (node.type) {
      case 'BinaryExpression':
        return node.operator === '+' ? this.#join(sumParts(node), '') : unknown;
      case 'TemplateLiteral':
        return this.#join(
          node.quasis.flatMap((it, at) => [it, node.expressions[at]]),
          '',
        );
      case 'TemplateElement':
        return { text: node.value.cooked ?? '', isWhole: true };
      case 'ConditionalExpression':
        return this.#either(node.consequent, node.alternate);
      case 'LogicalExpression':
        return this.#either(node.left, node.right);
      case 'AssignmentExpression':
        return this.#read(node.right);
      case 'AwaitExpression':
        return this.#read(node.argument);
      case 'Identifier':
        return this.#variable(node);
      case 'MemberExpression':
        return this.#part(node, values.property(node));
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node);
      default:
        return unknown;
    }
  }

  #join(parts: readonly (AnyNode | null | undefined)[], separator: string): Prefix {
    let text = '';
    for (const [at, part] of parts.entries()) {
      if (part === undefined) continue;
      if (withHost.test(text)) return { text, isWhole: false };
      const next = this.#read(part);
      text += (at > 0 ? separator : '') + next.text;
      if (text.length > MAX_PREFIX_LENGTH) return { text, isWhole: false };
      if (next.isWhole) continue;
      const isHost = text === '' || unfinishedHost.test(text) || mayBeginHost.test(text);
      const rest = isHost ? (next.rest ?? '*') + this.#restOf(parts.slice(at + 1), separator) : '';
      return { text, isWhole: false, rest };
    }
    return { text, isWhole: true };
  }

  /** What is known after an unknown part: the host of `'https://' + name + '.x.test/'`. A decoder in it hides no host. */
  #restOf(parts: readonly (AnyNode | null | undefined)[], separator: string): string {
    const isHidden = this.#isHidden;
    let text = '';
    for (const part of parts.slice(0, MAX_REST_PARTS)) {
      if (part === undefined) continue;
      if (text.includes('/')) break;
      const next = this.#read(part);
      text += separator + next.text + (next.isWhole ? '' : (next.rest ?? '*'));
    }
    this.#isHidden = isHidden;
    return text.slice(0, MAX_PREFIX_LENGTH);
  }

  #either(first: AnyNode, second: AnyNode): Prefix {
    const known = this.#read(first);
    return known.text === '' ? this.#read(second) : known;
  }

  #variable(node: AnyNode): Prefix {
    const { tree, bindings } = this.#reading;
    const binding = bindings.of(tree.numberOf(node));
    for (const value of binding?.values.slice(0, MAX_MEMBERS) ?? []) {
      const found = this.#read(tree.node(value));
      if (found.text !== '') return found;
    }
    if (this.#isFilledByDecoder(tree.numberOf(node))) this.#isHidden = true;
    const key = binding?.origin?.keys.at(-1);
    return key === undefined ? unknown : this.#member(key);
  }

  /** `settings.url` and `this.url`, by the name of the member alone. */
  #member(property: string | undefined): Prefix {
    this.#members ??= namedMembers(this.#reading.tree);
    const named = (property && this.#members.get(property)) || [];
    if (named.length > MAX_MEMBERS) return unknown;
    for (const value of named) {
      const found = this.#read(value);
      if (found.text !== '') return found;
    }
    return unknown;
  }

  /** `url.href` has the prefix of `url`. */
  #part(node: MemberExpression, property: string | undefined): Prefix {
    const found = this.#member(property);
    return found.text === '' && property === 'href' ? this.#read(node.object) : found;
  }

  #call(node: AnyNode): Prefix {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return unknown;
    const { tree, values, bindings } = this.#reading;
    const { callee, arguments: args } = node;
    const method = callee.type === 'MemberExpression' ? values.property(callee) : undefined;
    if (callee.type === 'MemberExpression' && method === 'join') {
      const list = this.#list(callee.object);
      if (!list && this.#decodes(callee.object)) this.#isHidden = true;
      return list ? this.#join(list, values.text(args[0]) ?? ',') : unknown;
    }
    if (callee.type === 'MemberExpression' && (method === 'concat' || method === 'replace')) {
      return method === 'concat' ? this.#join([callee.object, ...args], '') : unknown;
    }
    if (callee.type === 'MemberExpression' && method === 'toString')
      return this.#read(callee.object);
    const path = values.path(callee);
    if (decoders.has(path) || decodingMethods.has(method ?? '')) this.#isHidden = true;
    // A relative URL has the prefix of its base.
    if (path === 'URL' && args[1]) return this.#either(args[1], args[0] ?? args[1]);
    if (passing.has(path)) return this.#read(args[0]);
    const [value, ...others] = bindings.of(tree.numberOf(callee))?.values ?? [];
    const called = others.length === 0 ? tree.node(value ?? -1) : undefined;
    const found = this.#read(returnedBy(called));
    if (found.text === '' && called && this.#decodes(called)) this.#isHidden = true;
    return found;
  }

  #list(node: AnyNode): readonly (AnyNode | null)[] | undefined {
    if (node.type === 'ArrayExpression') return node.elements;
    const { tree, bindings } = this.#reading;
    const list = onlyValue(tree, bindings, tree.numberOf(node));
    return list?.type === 'ArrayExpression' ? list.elements : undefined;
  }
}

const hostOf = /^(?:(?:https?|wss?):)?\/\/([\w.-]+)/i;

interface Prefix {
  readonly text: string;
  /** The string is known to its end. */
  readonly isWhole: boolean;
  /** What follows an unknown part, with `*` for each of them. */
  readonly rest?: string;
}

/** Parts of a sum after an unknown one that are read. */
const MAX_REST_PARTS = 8;
/** A URL that ends inside of its host. */
const unfinishedHost = /^\s*(?:(?:https?|wss?):)?\/\/[\w.-]*$/i;
const mayBeginHost = /^\s*(?:https?|wss?):\/?$/i;
/** A host whose last labels are known: `*.x.test/`. */
const domain = /^[\w*.-]*[*.-][a-z\d-]+\.[a-z]{2,}(?:[/:?#]|$)/i;

/** What follows a host does not matter. */
const withHost = /^(?:\w+:)?\/\/[^/?#]+[/?#]/;

const unknown: Prefix = { text: '', isWhole: false };

/** Calls whose result has the prefix of their first argument. */
const passing: ReadonlySet<string> = new Set([
  'URL',
  'String',
  'encodeURI',
  'Request',
  'Promise.resolve',
]);

const decoders: ReadonlySet<string> = new Set([
  ...['atob', 'unescape', 'String.fromCharCode', 'String.fromCharCode.apply', 'TextDecoder'],
]);
const decodingMethods: ReadonlySet<string> = new Set(['reverse', 'charCodeAt', 'decode']);

/** The operands of a sum from left to right. */
function sumParts(node: AnyNode): AnyNode[] {
  const parts: AnyNode[] = [];
  let left = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    parts.push(left.right);
    left = left.left;
  }
  return [left, ...parts.reverse()];
}
