import { readFile } from 'node:fs/promises';
import { normalHost } from '../kernel/host-name.ts';
import { PalisadeError } from '../kernel/palisade-error.ts';
import { newRandomSeed } from '../request/random-seed.ts';
import type { RequestRecord, ResponseRecord } from '../request/request-record.ts';

/**
 * Reads an HTTP request from a text file: request line, headers, an empty line, the body. After another
 * empty line, a line such as `HTTP/1.1 200 OK` begins the response. Lines may end in LF or CRLF.
 */
export async function readRequestFile(path: string): Promise<RequestRecord> {
  return parseRequest(await readFile(path, 'latin1'));
}

/** Headers for properties that the text of a request cannot express. They are removed from the request. */
const META = {
  address: 'palisade-client-address',
  scheme: 'palisade-scheme',
} as const;

export function parseRequest(text: string): RequestRecord {
  const { head, rest } = splitHead(text);
  const [line = '', ...lines] = head;
  const match = /^([A-Z]+) (\S+)(?: (HTTP\/\d(?:\.\d)?))?$/.exec(line);
  if (!match) throw malformed(`the first line must be like "GET /path HTTP/1.1", not "${line}"`);
  const [, method = '', address = '', version = 'HTTP/1.1'] = match;
  const url = /^(https?):\/\/([^/?]+)(.*)$/.exec(address);
  const headers = parseHeaders(lines);
  const meta = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const sent = headers.filter(
    ([name]) => !(Object.values(META) as string[]).includes(name.toLowerCase()),
  );
  if (url && !sent.some(([name]) => isHost(name))) sent.unshift(['Host', url[2] ?? '']);
  const authority = sent.find(([name]) => isHost(name))?.[1] ?? '';
  const scheme = (url?.[1] ?? meta(META.scheme)) === 'https' ? 'https' : 'http';
  const { body, response } = splitResponse(rest);
  return {
    method,
    scheme,
    target: (url ? url[3] : address) || '/',
    version,
    rawHost: authority,
    headers: sent.map(([name, value]) => [name, isHost(name) ? normalHost(value) : value]),
    body,
    clientAddress: meta(META.address) ?? '127.0.0.1',
    serverPort: scheme === 'https' ? 443 : 80,
    randomSeed: newRandomSeed(),
    receivedAt: Date.now(),
    ...(response && { response }),
  };
}

const isHost = (name: string) => name.toLowerCase() === 'host';

function splitHead(text: string): { head: string[]; rest: string } {
  const end = /\r?\n\r?\n/.exec(text);
  const head = (end ? text.slice(0, end.index) : text).split(/\r?\n/).filter((line) => line !== '');
  return { head, rest: end ? text.slice(end.index + end[0].length) : '' };
}

function splitResponse(rest: string): { body: string; response?: ResponseRecord } {
  // Without a body, the response follows the empty line directly.
  const start = /(?:^(?:\r?\n)?|\r?\n\r?\n)(?=HTTP\/\d(?:\.\d)? \d{3})/.exec(rest);
  if (!start) return { body: rest.replace(/\r?\n$/, '') };
  const { head } = splitHead(rest.slice(start.index + start[0].length));
  const [line = '', ...lines] = head;
  const status = Number(line.split(' ')[1]);
  return { body: rest.slice(0, start.index), response: { status, headers: parseHeaders(lines) } };
}

function parseHeaders(lines: readonly string[]): [string, string][] {
  return lines.map((line) => {
    const colon = line.indexOf(':');
    if (colon < 1) throw malformed(`"${line}" is not a header`);
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

function malformed(problem: string): PalisadeError {
  return new PalisadeError('bad_request_file', `the request file cannot be read: ${problem}`);
}
