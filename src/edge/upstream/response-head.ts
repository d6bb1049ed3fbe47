import type { ServerResponse } from 'node:http';
import type { ResponseHead } from '../stages/stage.ts';
import { isHopByHop, namedByConnection } from './hop-by-hop.ts';

/** The origin's headers without those that concern its connection only: names and values in turn. */
export function responseHeaders(raw: readonly Buffer[], connection: string | undefined): string[] {
  const dropped = namedByConnection(connection);
  const headers: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]?.toString('latin1') ?? '';
    const lower = name.toLowerCase();
    // The ray of another edge behind us would stand beside ours.
    if (isHopByHop(lower) || dropped.has(lower) || lower === 'cf-ray') continue;
    headers.push(name, raw[i + 1]?.toString('latin1') ?? '');
  }
  return headers;
}

/** Starts an answer. `reason` is the origin's own wording of the status. */
export function writeHead(
  response: ServerResponse,
  { status, headers }: ResponseHead,
  reason: string | undefined,
): void {
  if (isHttp2(response)) response.writeHead(status, headerObject(headers));
  else if (reason && REASON.test(reason)) response.writeHead(status, reason, headers);
  else response.writeHead(status, headers);
}

const REASON = /^[\t\x20-\x7e]+$/;

/** The compatibility layer of HTTP/2 keeps only the last header of a name when given a list. */
function headerObject(headers: readonly string[]): Record<string, string | string[]> {
  const object: Record<string, string | string[]> = {};
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] ?? '').toLowerCase();
    const value = headers[i + 1] ?? '';
    const before = object[name];
    object[name] = before === undefined ? value : [before, value].flat();
  }
  return object;
}

export function isHttp2(response: ServerResponse): boolean {
  return 'stream' in response;
}
