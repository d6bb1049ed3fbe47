import { isHeaderName, isHeaderValue } from '../kernel/host-name.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { trimBlanks } from './form/trim-blanks.ts';

/** The head of an HTTP/1.1 message in a file. */
export interface MessageHead {
  readonly startLine: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What follows the empty line. */
  readonly rest: string;
}

export interface RequestHead extends Omit<MessageHead, 'startLine'> {
  readonly method: string;
  readonly target: string;
  readonly version: string;
}

const REQUEST_LINE = /^([A-Z][A-Z-]*) ([!-~]+)(?: (HTTP\/\d(?:\.\d)?))?$/;

/** Parses a byte string. The version may be absent. Throws an error with the number of the line that is not valid. */
export function parseRequestHead(text: string): RequestHead {
  const { startLine, ...head } = parseMessageHead(text);
  const [, method, target, version = 'HTTP/1.1'] = REQUEST_LINE.exec(startLine) ?? [];
  if (method === undefined || target === undefined) {
    throw malformed(1, 'must be like "GET /path HTTP/1.1"');
  }
  return { method, target, version, ...head };
}

/** Parses the head of a request or response. Lines may end in LF alone. */
export function parseMessageHead(text: string): MessageHead {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end ? text.slice(0, end.index) : text.replace(/\r?\n$/, '');
  const [startLine = '', ...fields] = head.split(/\r?\n/);
  return {
    startLine,
    headers: fields.map((line, index) => parseField(line, index + 2)),
    rest: end ? text.slice(end.index + end[0].length) : '',
  };
}

/** The edge refuses the same lines. */
function parseField(line: string, number: number): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(0, colon));
  if (!isHeaderName(name)) throw malformed(number, 'is not a header such as "Accept: */*"');
  const value = trimBlanks(line.slice(colon + 1));
  if (!isHeaderValue(value)) throw malformed(number, 'contains a control character');
  return [name, value];
}

/** Without the line itself, which may contain a secret. */
function malformed(line: number, problem: string): PalisadeError {
  return new PalisadeError(
    'bad_request_file',
    `the request file cannot be read: line ${line} ${problem}`,
  );
}
