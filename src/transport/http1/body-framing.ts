import type { HeaderList } from '../header-list.ts';
import { ZERO } from './characters.ts';
import { WireError } from './wire-error.ts';

/** How the end of a body is found. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  /** Of responses only: the body ends with the connection. */
  | { readonly kind: 'until-close' };

const CHUNKED: Framing = { kind: 'chunked' };

/**
 * The framing that the fields specify, or undefined. RFC 9112, section 6, restricted to its unambiguous part: one of the two fields, once,
 * with a value that all parsers interpret alike.
 */
export function bodyFramingOf(headers: HeaderList, version: '1.0' | '1.1'): Framing | undefined {
  const { names, pairs } = headers;
  const length = names.indexOf('content-length');
  const encoding = names.indexOf('transfer-encoding');
  if (encoding !== -1) {
    if (length !== -1) throw new WireError('length-and-transfer-encoding');
    const isRepeated = names.indexOf('transfer-encoding', encoding + 1) !== -1;
    const isChunked = pairs[2 * encoding + 1]?.toLowerCase() === 'chunked';
    if (isRepeated || !isChunked || version === '1.0') throw new WireError('bad-transfer-encoding');
    return CHUNKED;
  }
  if (length === -1) return undefined;
  if (names.indexOf('content-length', length + 1) !== -1) throw new WireError('several-lengths');
  return { kind: 'length', length: parseLength(pairs[2 * length + 1] ?? '') };
}

/** Digits of the largest safe integer. */
const MAX_DIGITS = 16;

/** Digits only: `Number` would also accept signs, spaces and other notations. */
function parseLength(text: string): number {
  if (text.length === 0 || text.length > MAX_DIGITS) throw new WireError('bad-length');
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) throw new WireError('bad-length');
    length = 10 * length + digit;
  }
  if (!Number.isSafeInteger(length)) throw new WireError('bad-length');
  return length;
}
