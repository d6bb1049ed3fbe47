/**
 * Bodies of type multipart/form-data (RFC 7578, framing of RFC 2046), read strictly: what two readers
 * could read differently is no form at all. One pass over the body, whatever is in it.
 */
import { headerParameters } from './header-parameters.ts';

/** Far more than forms have; beyond, a body is made to keep its reader busy. */
const MAX_PARTS = 1000;
const MAX_HEAD_LENGTH = 8192;

const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;
/** What may follow a boundary on its line: `--` ends the form. */
const AFTER_BOUNDARY = /(--)?[ \t]*(?:\r\n|$)/y;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)$/;

/** Headers may be absent or repeated, so each is a list. */
export interface FormPart {
  readonly names: readonly string[];
  readonly filenames: readonly string[];
  readonly contentTypes: readonly string[];
  readonly contentDispositions: readonly string[];
  readonly contentTransferEncodings: readonly string[];
  readonly content: string;
}

/**
 * Undefined when the body is not a well-formed form with the boundary that the content type names. Of
 * a body of which only the beginning is known, the parts that are known to their end.
 */
export function parseMultipart(
  contentType: string,
  body: string,
  isTruncated = false,
): FormPart[] | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const mark = `\r\n--${boundary}`;
  // The first boundary may be at the very start; with a line end before it, all look the same.
  const known = `\r\n${body}`;
  const text = isTruncated ? `${known.slice(0, known.lastIndexOf(mark))}${mark}--` : known;
  const parts: FormPart[] = [];
  let at = text.indexOf(mark);
  while (at !== -1) {
    AFTER_BOUNDARY.lastIndex = at + mark.length;
    const line = AFTER_BOUNDARY.exec(text);
    if (!line) return undefined;
    if (line[1]) return parts;
    const start = AFTER_BOUNDARY.lastIndex;
    at = text.indexOf(mark, start);
    if (at === -1 || parts.length === MAX_PARTS) return undefined;
    const part = parsePart(text.slice(start, at));
    if (!part) return undefined;
    parts.push(part);
  }
  return undefined;
}

function boundaryOf(contentType: string): string | undefined {
  const given = headerParameters(contentType)?.filter(([name]) => name === 'boundary') ?? [];
  const boundary = given[0]?.[1];
  return given.length === 1 && boundary !== undefined && BOUNDARY.test(boundary)
    ? boundary
    : undefined;
}

function parsePart(text: string): FormPart | undefined {
  // A part without content may end with its headers; the line end of the boundary then ends them.
  const headed = `${text}\r\n`;
  const bare = headed.startsWith('\r\n');
  const end = bare ? 0 : headed.indexOf('\r\n\r\n');
  if (end === -1 || end > MAX_HEAD_LENGTH) return undefined;
  const headers = bare ? [] : parseHead(headed.slice(0, end));
  if (!headers) return undefined;
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name === wanted).map(([, value]) => value);
  const contentDispositions = valuesOf('content-disposition');
  const lists = contentDispositions.map(headerParameters);
  const parameters = lists.flatMap((list) => list ?? []);
  if (lists.includes(undefined)) return undefined;
  const named = (...wanted: string[]) =>
    parameters.filter(([name]) => wanted.includes(name)).map(([, value]) => value);
  return {
    names: named('name'),
    // No form may use the starred kind, but there are servers that read it.
    filenames: named('filename', 'filename*'),
    contentTypes: valuesOf('content-type'),
    contentDispositions,
    contentTransferEncodings: valuesOf('content-transfer-encoding'),
    content: text.slice(bare ? 2 : end + 4),
  };
}

function parseHead(head: string): [name: string, value: string][] | undefined {
  const headers: [string, string][] = [];
  for (const line of head.split('\r\n')) {
    const match = HEADER.exec(line);
    if (!match) return undefined;
    const [, name = '', value = ''] = match;
    headers.push([name.toLowerCase(), trimBlanks(value)]);
  }
  return headers;
}

/** `trim` would also take the byte 0xA0, which ends letters such as à. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';
