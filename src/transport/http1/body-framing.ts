import type { HeaderList } from '../header-list.ts';
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
 * The framing that the fields name, or undefined when they name none. RFC 9112, section 6, in its safe
 * part: one of the two fields, once, with the one value that everybody reads alike.
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

function parseLength(text: string): number {
  const length = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(length)) throw new WireError('bad-length');
  return length;
}
