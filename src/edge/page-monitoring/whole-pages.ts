import type { Exchange } from '../exchange.ts';

/** What browsers apply policies to; of everything else they ignore them (CSP Level 3, §4.1.1 and §4.2). */
const governed = new Set([
  'document',
  'embed',
  'fencedframe',
  'frame',
  'iframe',
  'object',
  'serviceworker',
  'sharedworker',
  'worker',
]);

/** What makes an origin answer that nothing has changed. */
export const validators: ReadonlySet<string> = new Set(['if-modified-since', 'if-none-match']);

/**
 * Whether the origin is to send a page as a whole, whatever the browser has stored of it. A 304 replaces
 * stored headers by those of the same name (RFC 9111, section 3.2): with our policies in it, those that
 * the origin sent with the page and does not repeat would be lost, and without them the page would keep
 * policies that have changed since. Over plain HTTP browsers do not say what they load something for.
 */
export function asksForWholePage(exchange: Exchange): boolean {
  const { zone, method } = exchange;
  if (!zone?.pages?.policies.length || zone.section.paused) return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const destination = exchange.header('sec-fetch-dest');
  return destination === undefined || governed.has(destination);
}
