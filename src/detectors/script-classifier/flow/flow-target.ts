import type { AnyNode } from 'acorn';
import type { ScriptReading } from '../script-reading.ts';
import { propertyName } from '../tree/known-calls.ts';
import { KnownPrefix } from '../values/known-prefix.ts';
import type { SinkKind } from './sinks.ts';

/** The host that data is sent to, relative to the page. A hidden one is decoded in a way that cannot be followed. */
export type Target = 'own' | 'foreign' | 'unknown' | 'hidden';

const foreign = /^\s*(?:(?:https?|wss?):)?\/\/[^/]/i;
const own = /^\s*(?:[./?#]|https?:\/\/$|wss?:\/\/$|[\w-]+\/)/i;
const inStyle = /url\(\s*['"]?([^'")]*)/i;
/** The URL in an attribute, up to the end of the known prefix. */
const inMarkup = /(?:src|href|action|data|poster)\s*=\s*["']?([^"'\s>]*)$/i;

/** A form in markup with its target. */
const FORM = /^\s*<form\b[^>]*\saction\s*=\s*["']?([^"'\s>]*)/i;

const opening = ['AssignmentExpression', 'CallExpression', 'NewExpression'] as const;

/** Finds the target host of sinks. */
export class FlowTargets {
  readonly #reading: ScriptReading;
  readonly #prefix: KnownPrefix;
  #openers: Map<string, number[]> | undefined;

  constructor(reading: ScriptReading) {
    this.#reading = reading;
    this.#prefix = new KnownPrefix(reading);
  }

  /** Undefined if the sink sends nothing: a style without a URL. */
  of(kind: SinkKind, number: number): Target | undefined {
    const node = this.#reading.tree.node(number);
    if (!node) return 'unknown';
    if (kind === 'peer') return 'foreign';
    const address = this.#address(kind, node, number);
    const { text, isHidden } = this.#prefix.of(address);
    if (kind === 'style') return styleTarget(text);
    if (kind === 'markup') return markupTarget(text);
    if (kind === 'form') return targetOf(FORM.exec(text)?.[1] ?? text);
    const target = targetOf(text);
    return target === 'unknown' && isHidden ? 'hidden' : target;
  }

  /** Whether the URL of a sink begins with something that the script decodes. */
  isDecoded(kind: SinkKind, number: number): boolean {
    const node = this.#reading.tree.node(number);
    const address = node && this.#address(kind, node, number);
    return this.#prefix.of(address).isHidden;
  }

  #address(kind: SinkKind, node: AnyNode, number: number): AnyNode | undefined {
    if (node.type === 'AssignmentExpression') return node.right;
    if (node.type === 'ImportExpression') return node.source;
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
    const { values } = this.#reading;
    const path = values.path(node.callee);
    const method = path.slice(path.lastIndexOf('.') + 1);
    const [first, second] = node.arguments;
    if (method === 'send' || kind === 'form') return this.#opened(kind, number);
    if (path === 'Object.assign') return firstAddress(second);
    if (method === 'call' || method === 'apply') return second;
    if (kind === 'request' || method === 'setAttribute' || method === 'attr') return second;
    if (kind === 'message') return this.#opened(kind, number) ?? second;
    if (kind === 'style') return node.arguments.at(method === 'insertRule' ? 0 : -1);
    if (first?.type === 'ObjectExpression') return propertyOf(first, 'url');
    return first;
  }

  /** The URL of the nearest `open`, socket, frame or form before the sink. */
  #opened(kind: SinkKind, number: number): AnyNode | undefined {
    const openers = this.#allOpeners().get(
      kind === 'socket' || kind === 'message' || kind === 'form' ? kind : 'request',
    );
    const opener = openers?.findLast((it) => it < number) ?? openers?.[0];
    const node = this.#reading.tree.node(opener ?? -1);
    if (node?.type === 'AssignmentExpression') return node.right;
    if (node?.type !== 'CallExpression' && node?.type !== 'NewExpression') return undefined;
    if (kind === 'form' && node.arguments.length === 1) return node.arguments[0];
    return node.arguments[kind === 'socket' || kind === 'message' ? 0 : 1];
  }

  #allOpeners(): Map<string, number[]> {
    if (this.#openers) return this.#openers;
    const { tree, values } = this.#reading;
    const found = new Map<string, number[]>([
      ['request', []],
      ['socket', []],
      ['message', []],
      ['form', []],
    ]);
    for (const number of tree.ofTypes(opening)) {
      const node = tree.node(number);
      if (node?.type === 'AssignmentExpression') {
        const assigned = values.path(node.left);
        if (assigned === '<iframe>.src') found.get('message')?.push(number);
        if (assigned === '<form>.action' || assigned === '<clone>.action')
          found.get('form')?.push(number);
        continue;
      }
      if (node?.type !== 'CallExpression' && node?.type !== 'NewExpression') continue;
      const path = values.path(node.callee);
      if (FORM.test(values.text(node.arguments[0]) ?? '')) found.get('form')?.push(number);
      if (path === 'WebSocket') found.get('socket')?.push(number);
      else if (path.endsWith('.setAttribute') && values.text(node.arguments[0]) === 'action') {
        found.get('form')?.push(number);
      } else if (path === 'open') found.get('message')?.push(number);
      else if (path.endsWith('.open') && node.arguments.length > 1) {
        found.get('request')?.push(number);
      }
    }
    this.#openers = found;
    return found;
  }
}

/** The target of an address of which the beginning is known. */
export function targetOf(text: string): Target {
  if (foreign.test(text)) return 'foreign';
  return own.test(text) ? 'own' : 'unknown';
}

function styleTarget(text: string): Target | undefined {
  const [, address] = inStyle.exec(text) ?? [];
  return address === undefined ? undefined : targetOf(address);
}

function markupTarget(text: string): Target | undefined {
  const [, address] = inMarkup.exec(text) ?? [];
  return address === undefined || !foreign.test(address) ? undefined : 'foreign';
}

function propertyOf(node: AnyNode, name: string): AnyNode | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  for (const it of node.properties) {
    if (it.type !== 'Property') continue;
    if (propertyName(it.key) === name) return it.value;
  }
  return undefined;
}

/** `src` or `href` of an object literal. */
const firstAddress = (node: AnyNode | undefined): AnyNode | undefined =>
  node && (propertyOf(node, 'src') ?? propertyOf(node, 'href'));
