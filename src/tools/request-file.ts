import { readFile } from 'node:fs/promises';
import { parseRequest } from '../request/read-request.ts';
import { parseMessageHead } from '../request/request-head.ts';
import type { RequestRecord, ResponseRecord } from '../request/request-record.ts';

/**
 * Reads an HTTP request from a text file: request line, headers, an empty line, the body. After another
 * empty line, a line such as `HTTP/1.1 200 OK` begins the response. Lines may end in LF or CRLF.
 */
export async function readRequestFile(path: string): Promise<RequestRecord> {
  return parseRequestFile(await readFile(path, 'latin1'));
}

/** Headers for properties that the text of a request cannot express. They are removed from the request. */
const META = {
  address: 'palisade-client-address',
  scheme: 'palisade-scheme',
} as const;

const META_NAMES: readonly string[] = Object.values(META);

export function parseRequestFile(text: string): RequestRecord {
  const request = parseRequest(text, { receivedAt: Date.now() });
  const meta = (name: string) => request.headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const scheme = meta(META.scheme) === 'https' ? 'https' : request.scheme;
  const { body, response } = splitResponse(request.body);
  return {
    ...request,
    scheme,
    headers: request.headers.filter(([name]) => !META_NAMES.includes(name.toLowerCase())),
    body,
    clientAddress: meta(META.address) ?? request.clientAddress,
    serverPort: scheme === 'https' ? 443 : 80,
    ...(response && { response }),
  };
}

function splitResponse(rest: string): { body: string; response?: ResponseRecord } {
  // Without a body, the response follows the empty line directly.
  const start = /(?:^(?:\r?\n)?|\r?\n\r?\n)(?=HTTP\/\d(?:\.\d)? \d{3})/.exec(rest);
  if (!start) return { body: rest.replace(/\r?\n$/, '') };
  const { startLine, headers } = parseMessageHead(rest.slice(start.index + start[0].length));
  const status = Number(startLine.split(' ')[1]);
  return { body: rest.slice(0, start.index), response: { status, headers } };
}
