import { HeaderList } from '../header-list.ts';
import { bodyFramingOf } from '../http1/body-framing.ts';
import { isNameText, isTarget, isValueText, SPACE, TAB } from '../http1/characters.ts';
import { methods } from '../http1/request-head.ts';
import { checkTrailers } from '../http1/trailer-reader.ts';
import { WireError } from '../http1/wire-error.ts';
import type { VisitorLimits } from '../visitor-context.ts';

export interface RequestFields {
  readonly method: string;
  readonly target: string;
  /** In their HTTP/1.1 form: with `host`, and the cookie crumbs joined into one field. */
  readonly headers: HeaderList;
  /** The value of `Content-Length`, if any. */
  readonly length: number | undefined;
}

type Limits = Pick<VisitorLimits, 'headBytes' | 'targetBytes' | 'fields'>;

/** RFC 9113, section 8.2.2. */
const connectionFields = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

const UPPER_CASE = /[A-Z]/;

/**
 * Parses the fields of a request: name, value, name, value, … as byte strings. RFC 9113, section 8.3, limited to requests that HTTP/1.1 can
 * carry too, because they are forwarded over it. Node's library checks much of this before, and resets the stream.
 */
export function parseRequestFields(raw: readonly string[], limits: Limits): RequestFields {
  const pseudo = new PseudoFields();
  let at = 0;
  for (; raw[at]?.startsWith(':'); at += 2) pseudo.add(raw[at] as string, raw[at + 1] as string);
  const { method, path, authority } = pseudo.check(limits.targetBytes);
  const pairs: string[] = [];
  const names: string[] = [];
  let cookie = -1;
  for (; at < raw.length; at += 2) {
    const name = raw[at] as string; // pairs
    const value = raw[at + 1] as string;
    checkField(name, value);
    if (name === 'cookie' && cookie !== -1) {
      // RFC 9113, section 8.2.3.
      pairs[cookie] += `; ${value}`;
      continue;
    }
    if (name === 'cookie') cookie = pairs.length + 1;
    names.push(name);
    pairs.push(name, value);
  }
  addHost(pairs, names, authority);
  if (names.length > limits.fields) throw new WireError('too-many-fields');
  if (headBytes(method, path, pairs) > limits.headBytes) throw new WireError('head-too-long');
  const headers = new HeaderList(pairs, names);
  const framing = bodyFramingOf(headers, '1.1');
  const length = framing?.kind === 'length' ? framing.length : undefined;
  return { method, target: path, headers, length };
}

/** The trailers of a request. */
export function parseTrailers(raw: readonly string[]): HeaderList {
  const names: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string; // pairs
    checkField(name, raw[at + 1] as string);
    names.push(name);
  }
  const headers = new HeaderList([...raw], names);
  checkTrailers(headers);
  return headers;
}

class PseudoFields {
  #method: string | undefined;
  #scheme: string | undefined;
  #path: string | undefined;
  #authority: string | undefined;

  add(name: string, value: string): void {
    if (name === ':method' && this.#method === undefined) this.#method = value;
    else if (name === ':scheme' && this.#scheme === undefined) this.#scheme = value;
    else if (name === ':path' && this.#path === undefined) this.#path = value;
    else if (name === ':authority' && this.#authority === undefined) this.#authority = value;
    else throw new WireError('pseudo-field');
  }

  check(targetBytes: number): { method: string; path: string; authority: string | undefined } {
    const method = this.#method ?? '';
    const path = this.#path ?? '';
    const authority = this.#authority;
    if (!methods.has(method)) throw new WireError('method');
    if (this.#scheme !== 'https') throw new WireError('pseudo-field');
    if (path.length > targetBytes) throw new WireError('target-too-long');
    if (!isVisible(path) || !(path.startsWith('/') || path === '*')) throw new WireError('target');
    if (authority !== undefined && (!isVisible(authority) || authority.includes('@'))) {
      throw new WireError('pseudo-field');
    }
    return { method, path, authority };
  }
}

function isVisible(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (isTarget[text.charCodeAt(at)] !== 1) return false;
  }
  return text !== '';
}

function checkField(name: string, value: string): void {
  if (!isNameText(name) || UPPER_CASE.test(name)) throw new WireError('field-name');
  if (!isValueText(value) || isBlank(value, 0) || isBlank(value, value.length - 1)) {
    throw new WireError('field-value');
  }
  if (connectionFields.has(name) || (name === 'te' && value !== 'trailers')) {
    throw new WireError('connection-field');
  }
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === SPACE || code === TAB;
}

/** `:authority` replaces `Host`. If both are present, they must be equal, so that all recipients see the same host. */
function addHost(pairs: string[], names: string[], authority: string | undefined): void {
  const host = names.indexOf('host');
  if (host !== -1 && names.indexOf('host', host + 1) !== -1) throw new WireError('several-hosts');
  if (authority === undefined) {
    if (host === -1) throw new WireError('no-host');
    return;
  }
  if (host === -1) {
    names.unshift('host');
    pairs.unshift('host', authority);
  } else if (pairs[2 * host + 1]?.toLowerCase() !== authority.toLowerCase()) {
    throw new WireError('several-hosts');
  }
}

/** The size of the head in its HTTP/1.1 form, so that the limit is the same. */
function headBytes(method: string, path: string, pairs: readonly string[]): number {
  let bytes = method.length + path.length + '  HTTP/1.1\r\n\r\n'.length;
  for (let at = 0; at < pairs.length; at += 2) {
    bytes += (pairs[at]?.length ?? 0) + (pairs[at + 1]?.length ?? 0) + ': \r\n'.length;
  }
  return bytes;
}
