import { METHODS } from '../../kernel/node-http.ts';
import type { HeaderList } from '../header-list.ts';
import { bodyFramingOf, type Framing } from './body-framing.ts';
import { isTarget, isToken, SPACE } from './characters.ts';
import { parseFieldLines } from './field-lines.ts';
import type { HeadBytes } from './head-bytes.ts';
import { WireError } from './wire-error.ts';
import { isAt, WordTable } from './word-table.ts';

export interface HeadLimits {
  /** Bytes of the target. */
  readonly targetBytes: number;
  readonly fields: number;
}

export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly headers: HeaderList;
  readonly framing: Framing;
}

/** All methods that Node's parser accepts, except CONNECT, because the edge is not a forward proxy. */
export const methods: ReadonlySet<string> = new Set(
  METHODS.filter((method) => method !== 'CONNECT'),
);

const methodWords = new WordTable([...methods].map((method) => [method, method] as const));

/** Origin form, absolute form and `*`: RFC 9112, section 3.2. */
const TARGET_FORM = /^(?:\/|\*$|https?:\/\/[\w.~%:[\]-]+(?:[/?]|$))/i;

const NONE: Framing = { kind: 'none' };
const SLASH = 0x2f;
const VERSION_1_1 = Buffer.from(' HTTP/1.1\r\n');
const VERSION_1_0 = Buffer.from(' HTTP/1.0\r\n');

/** Parses the head of a request: RFC 9112 without its leniency. */
export function parseRequestHead(head: HeadBytes, limits: HeadLimits): RequestHead {
  const { text, bytes, start } = head;
  const methodEnd = endOf(bytes, start, isToken);
  const method = methodWords.find(bytes, start, methodEnd);
  if (method === undefined || bytes[methodEnd] !== SPACE) throw new WireError('method');
  const targetAt = methodEnd + 1;
  const targetEnd = endOf(bytes, targetAt, isTarget);
  if (targetEnd - targetAt > limits.targetBytes) throw new WireError('target-too-long');
  const target = text.slice(targetAt - start, targetEnd - start);
  if (bytes[targetAt] !== SLASH && !TARGET_FORM.test(target)) throw new WireError('target');
  const version = versionAt(bytes, targetEnd);
  const fieldsAt = targetEnd + VERSION_1_1.length - start;
  const headers = parseFieldLines(head, fieldsAt, text.length - 2, limits.fields);
  checkHost(headers);
  return {
    method,
    target,
    version,
    headers,
    framing: bodyFramingOf(headers, version) ?? NONE,
  };
}

function endOf(bytes: Uint8Array, from: number, allowed: Uint8Array): number {
  let at = from;
  while (allowed[bytes[at] as number] === 1) at += 1;
  return at;
}

function versionAt(bytes: Uint8Array, at: number): '1.0' | '1.1' {
  if (isAt(bytes, at, VERSION_1_1)) return '1.1';
  if (isAt(bytes, at, VERSION_1_0)) return '1.0';
  throw new WireError(bytes[at] === SPACE ? 'version' : 'target');
}

/** RFC 9112, section 3.2. Also required of HTTP/1.0 clients: without it, the site is unknown. */
function checkHost({ names }: HeaderList): void {
  const first = names.indexOf('host');
  if (first === -1) throw new WireError('no-host');
  if (names.indexOf('host', first + 1) !== -1) throw new WireError('several-hosts');
}
