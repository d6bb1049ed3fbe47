import { hopByHop } from '../../catalogs/fixed-headers.ts';
import type { HeaderList } from '../../transport/header-list.ts';
import { namedByConnection } from './named-by-connection.ts';

/** Response headers that are not forwarded. The ray of another edge behind this one would be a duplicate. */
const dropped = new Set([...hopByHop, 'cf-ray']);

/** The origin's headers without the hop-by-hop ones, as a flat list of alternating names and values. */
export function responseHeaders(status: number, origin: HeaderList): string[] {
  const { names, pairs } = origin;
  const headers: string[] = [];
  const named = namedByConnection(origin.get('connection'));
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string; // every pair has a name
    if (dropped.has(name) || (named.size > 0 && named.has(name))) continue;
    // RFC 9110, section 8.6 forbids it. Some clients would wait for the body.
    if (status === 204 && name === 'content-length') continue;
    headers.push(pairs[2 * i] as string, pairs[2 * i + 1] as string);
  }
  return headers;
}
