import { METHODS } from '../../kernel/node-http.ts';
import type { HeaderList } from '../header-list.ts';
import { bodyFramingOf, type Framing } from './body-framing.ts';
import { isTarget, isToken, SPACE } from './characters.ts';
import { parseFieldLines } from './field-lines.ts';
import { WireError } from './wire-error.ts';

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

/** Those that Node's own parser knows, which is everything that is registered. Tunnels are not for visitors. */
export const methods: ReadonlySet<string> = new Set(
  METHODS.filter((method) => method !== 'CONNECT'),
);

/** Origin form, absolute form and `*`: RFC 9112, section 3.2. */
const TARGET_FORM = /^(?:\/|\*$|https?:\/\/[\w.~%:[\]-]+(?:[/?]|$))/i;

/** `GET / HTTP/1.1` has no longer version than this, and nothing follows it. */
const VERSION_CHARACTERS = ' HTTP/1.x\r\n'.length;

/**
 * Reads the head of a request: `text` holds its bytes, one character each, with the empty line at its end.
 * RFC 9112 without what it lets recipients forgive.
 */
export function parseRequestHead(text: string, limits: HeadLimits): RequestHead {
  const methodEnd = endOf(text, 0, isToken);
  const method = text.slice(0, methodEnd);
  if (!methods.has(method) || text.charCodeAt(methodEnd) !== SPACE) throw new WireError('method');
  const targetAt = methodEnd + 1;
  const targetEnd = endOf(text, targetAt, isTarget);
  if (targetEnd - targetAt > limits.targetBytes) throw new WireError('target-too-long');
  const target = text.slice(targetAt, targetEnd);
  if (!TARGET_FORM.test(target)) throw new WireError('target');
  const version = versionAt(text, targetEnd);
  const headers = parseFieldLines(
    text,
    targetEnd + VERSION_CHARACTERS,
    text.length - 2,
    limits.fields,
  );
  checkHost(headers);
  return {
    method,
    target,
    version,
    headers,
    framing: bodyFramingOf(headers, version) ?? { kind: 'none' },
  };
}

function endOf(text: string, from: number, allowed: Uint8Array): number {
  let at = from;
  while (allowed[text.charCodeAt(at)] === 1) at += 1;
  return at;
}

function versionAt(text: string, at: number): '1.0' | '1.1' {
  if (text.startsWith(' HTTP/1.1\r\n', at)) return '1.1';
  if (text.startsWith(' HTTP/1.0\r\n', at)) return '1.0';
  throw new WireError(text.charCodeAt(at) === SPACE ? 'version' : 'target');
}

/** RFC 9112, section 3.2. Older clients need not send one, but then nobody knows whom they mean. */
function checkHost({ names }: HeaderList): void {
  const first = names.indexOf('host');
  if (first === -1) throw new WireError('no-host');
  if (names.indexOf('host', first + 1) !== -1) throw new WireError('several-hosts');
}
