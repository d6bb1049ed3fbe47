import { hopByHop } from '../../catalogs/fixed-headers.ts';
import type { HeaderList } from '../../transport/header-list.ts';
import { namedByConnection } from './named-by-connection.ts';

/** Headers of a response that are not passed on. The ray of another edge behind us would stand beside ours. */
const dropped = new Set([...hopByHop, 'cf-ray']);

/** The origin's headers without those that concern its connection only: names and values in turn. */
export function responseHeaders(status: number, origin: HeaderList): string[] {
  const { names, pairs } = origin;
  const headers: string[] = [];
  const named = namedByConnection(origin.get('connection'));
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string; // every pair has a name
    if (dropped.has(name) || (named.size > 0 && named.has(name))) continue;
    // RFC 9110, section 8.6. Some clients would wait for the body.
    if (status === 204 && name === 'content-length') continue;
    headers.push(pairs[2 * i] as string, pairs[2 * i + 1] as string);
  }
  return headers;
}
