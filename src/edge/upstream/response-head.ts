import type { ServerResponse } from 'node:http';
import { hopByHop } from '../../catalogs/fixed-headers.ts';
import type { ResponseHead } from '../stages/stage.ts';
import { namedByConnection } from './named-by-connection.ts';

/** Headers of a response that the edge itself reads. Several of the same name are joined as HTTP says. */
export type KnownHeaders = Partial<Record<(typeof knownNames)[number], string>>;

const knownNames = [
  'connection',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'link',
] as const;
/** How a header is treated, found with one look: most are just passed on. */
const special = new Map<string, { isKept: boolean; isKnown: boolean }>();
for (const name of knownNames) special.set(name, { isKept: true, isKnown: true });
for (const name of hopByHop) special.set(name, { isKept: false, isKnown: special.has(name) });
// The ray of another edge behind us would stand beside ours.
special.set('cf-ray', { isKept: false, isKnown: false });

/** The origin's headers without those that concern its connection only: names and values in turn. */
export function responseHeaders(raw: readonly Buffer[]): {
  readonly headers: string[];
  readonly known: KnownHeaders;
} {
  const headers: string[] = [];
  const found: Record<string, string> = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]?.toString('latin1') ?? '';
    const lower = name.toLowerCase();
    const value = raw[i + 1]?.toString('latin1') ?? '';
    const treatment = special.get(lower);
    if (treatment?.isKnown) found[lower] = lower in found ? `${found[lower]}, ${value}` : value;
    if (treatment?.isKept !== false) headers.push(name, value);
  }
  return { headers: withoutNamed(headers, found['connection']), known: found };
}

/** Leaves out headers that a `Connection` header declares to concern the connection only. */
function withoutNamed(headers: string[], connection: string | undefined): string[] {
  const named = namedByConnection(connection);
  if (named.size === 0) return headers;
  return headers.filter((_, i) => !named.has((headers[i - (i % 2)] ?? '').toLowerCase()));
}

/** Starts a response. `reason` is the origin's own wording of the status. */
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
