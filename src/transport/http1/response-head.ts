import type { HeaderList } from '../header-list.ts';
import { bodyFramingOf, type Framing } from './body-framing.ts';
import { CR, isFieldValue, SPACE, ZERO } from './characters.ts';
import { parseFieldLines } from './field-lines.ts';
import { WireError } from './wire-error.ts';

export interface ResponseHead {
  readonly version: '1.0' | '1.1';
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly framing: Framing;
}

/** Where the status is in `HTTP/1.1 200 OK`. The space and the reason behind it may be missing. */
const STATUS_AT = 'HTTP/1.1 '.length;
const STATUS_END = STATUS_AT + 3;
const NONE: Framing = { kind: 'none' };
const UNTIL_CLOSE: Framing = { kind: 'until-close' };

/** Reads the head of a response to a request with this method. `text` is as for requests. */
export function parseResponseHead(text: string, method: string, maxFields: number): ResponseHead {
  const version = versionOf(text);
  const status = statusOf(text);
  const reasonAt = text.charCodeAt(STATUS_END) === SPACE ? STATUS_END + 1 : STATUS_END;
  let reasonEnd = reasonAt;
  while (isFieldValue[text.charCodeAt(reasonEnd)] === 1) reasonEnd += 1;
  if (!text.startsWith('\r\n', reasonEnd)) throw new WireError('status-line');
  const headers = parseFieldLines(text, reasonEnd + 2, text.length - 2, maxFields);
  const named = bodyFramingOf(headers, version) ?? UNTIL_CLOSE;
  return {
    version,
    status,
    reason: text.slice(reasonAt, reasonEnd),
    headers,
    framing: hasNoBody(status, method) ? NONE : named,
  };
}

function versionOf(text: string): '1.0' | '1.1' {
  if (text.startsWith('HTTP/1.1 ')) return '1.1';
  if (text.startsWith('HTTP/1.0 ')) return '1.0';
  throw new WireError('status-line');
}

/** Three digits, from 100 on. */
function statusOf(text: string): number {
  let status = 0;
  for (let at = STATUS_AT; at < STATUS_END; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    // Also where the text has ended.
    if (!(digit >= 0 && digit <= 9)) throw new WireError('status-line');
    status = 10 * status + digit;
  }
  const next = text.charCodeAt(STATUS_END);
  if (status < 100 || (next !== SPACE && next !== CR)) throw new WireError('status-line');
  return status;
}

/** RFC 9112, section 6.3: whatever the fields say, these have no body. */
function hasNoBody(status: number, method: string): boolean {
  return method === 'HEAD' || status < 200 || status === 204 || status === 304;
}
