import type { HeaderList } from '../header-list.ts';
import { bodyFramingOf, type Framing } from './body-framing.ts';
import { isFieldValue } from './characters.ts';
import { parseFieldLines } from './field-lines.ts';
import { WireError } from './wire-error.ts';

export interface ResponseHead {
  readonly version: '1.0' | '1.1';
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly framing: Framing;
}

/** `HTTP/1.1 200`: a space and a reason may follow. */
const STATUS_LINE = /HTTP\/1\.([01]) ([1-9]\d\d)(?: |(?=\r))/y;
const NONE: Framing = { kind: 'none' };
const UNTIL_CLOSE: Framing = { kind: 'until-close' };

/** Reads the head of a response to a request with this method. `text` is as for requests. */
export function parseResponseHead(text: string, method: string, maxFields: number): ResponseHead {
  STATUS_LINE.lastIndex = 0;
  const match = STATUS_LINE.exec(text);
  if (!match) throw new WireError('status-line');
  const reasonAt = STATUS_LINE.lastIndex;
  let reasonEnd = reasonAt;
  while (isFieldValue[text.charCodeAt(reasonEnd)] === 1) reasonEnd += 1;
  if (!text.startsWith('\r\n', reasonEnd)) throw new WireError('status-line');
  const version = match[1] === '1' ? '1.1' : '1.0';
  const status = Number(match[2]);
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

/** RFC 9112, section 6.3: whatever the fields say, these have no body. */
function hasNoBody(status: number, method: string): boolean {
  return method === 'HEAD' || status < 200 || status === 204 || status === 304;
}
