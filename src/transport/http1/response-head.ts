import type { HeaderList } from '../header-list.ts';
import { bodyFramingOf, type Framing } from './body-framing.ts';
import { CR, isFieldValue, LF, SPACE, ZERO } from './characters.ts';
import { parseFieldLines } from './field-lines.ts';
import type { HeadBytes } from './head-bytes.ts';
import { WireError } from './wire-error.ts';
import { isAt } from './word-table.ts';

export interface ResponseHeadLimits {
  /** Bytes of a head, its empty line included. */
  readonly headBytes: number;
  readonly fields: number;
}

export interface ResponseHead {
  readonly version: '1.0' | '1.1';
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly framing: Framing;
}

const VERSION_1_1 = Buffer.from('HTTP/1.1 ');
const VERSION_1_0 = Buffer.from('HTTP/1.0 ');
/** Offset of the status in `HTTP/1.1 200 OK`. The space and the reason after it may be missing. */
const STATUS_AT = VERSION_1_1.length;
const STATUS_DIGITS = 3;
const NONE: Framing = { kind: 'none' };
const UNTIL_CLOSE: Framing = { kind: 'until-close' };

/** Parses the head of the response to a request with this method. */
export function parseResponseHead(
  head: HeadBytes,
  method: string,
  maxFields: number,
): ResponseHead {
  const { text, bytes, start } = head;
  const version = versionAt(bytes, start);
  const statusEnd = start + STATUS_AT + STATUS_DIGITS;
  const status = statusAt(bytes, start + STATUS_AT);
  const reasonAt = bytes[statusEnd] === SPACE ? statusEnd + 1 : statusEnd;
  let reasonEnd = reasonAt;
  while (isFieldValue[bytes[reasonEnd] as number] === 1) reasonEnd += 1;
  if (bytes[reasonEnd] !== CR || bytes[reasonEnd + 1] !== LF) throw new WireError('status-line');
  const headers = parseFieldLines(head, reasonEnd + 2 - start, text.length - 2, maxFields);
  const named = bodyFramingOf(headers, version) ?? UNTIL_CLOSE;
  return {
    version,
    status,
    reason: text.slice(reasonAt - start, reasonEnd - start),
    headers,
    framing: hasNoBody(status, method) ? NONE : named,
  };
}

function versionAt(bytes: Uint8Array, at: number): '1.0' | '1.1' {
  if (isAt(bytes, at, VERSION_1_1)) return '1.1';
  if (isAt(bytes, at, VERSION_1_0)) return '1.0';
  throw new WireError('status-line');
}

/** Three digits, from 100 on. */
function statusAt(bytes: Uint8Array, from: number): number {
  let status = 0;
  for (let at = from; at < from + STATUS_DIGITS; at++) {
    const digit = (bytes[at] as number) - ZERO; // a line end is not a digit
    if (!(digit >= 0 && digit <= 9)) throw new WireError('status-line');
    status = 10 * status + digit;
  }
  const next = bytes[from + STATUS_DIGITS];
  if (status < 100 || (next !== SPACE && next !== CR)) throw new WireError('status-line');
  return status;
}

/** RFC 9112, section 6.3: these responses have no body, whatever their `Content-Length` and `Transfer-Encoding`. */
function hasNoBody(status: number, method: string): boolean {
  return method === 'HEAD' || status < 200 || status === 204 || status === 304;
}
