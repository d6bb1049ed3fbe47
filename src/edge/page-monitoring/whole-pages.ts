import type { Exchange } from '../exchange.ts';

/** Browsers apply policies to these destinations only (CSP Level 3, §4.1.1 and §4.2). */
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

/** Request headers that can make an origin respond with 304. */
export const validators: ReadonlySet<string> = new Set(['if-modified-since', 'if-none-match']);

/** Whether browsers apply policies to the response. Over plain HTTP they do not send the destination, so the result is true. */
export function isGoverned(exchange: Exchange): boolean {
  const destination = exchange.header('sec-fetch-dest');
  return destination === undefined || governed.has(destination);
}

/** Whether a browser opens the resource. Over plain HTTP it does not send the destination, but asks for HTML, unlike programs. */
export function isNavigation(exchange: Exchange): boolean {
  const destination = exchange.header('sec-fetch-dest');
  if (destination !== undefined) return destination === 'document';
  return (exchange.header('accept') ?? '').includes('text/html');
}

/** Whether a browser revalidates a stored page, so that the origin may respond with 304. */
export function revalidatesPage(exchange: Exchange): boolean {
  if (exchange.method !== 'GET' || !isGoverned(exchange)) return false;
  const isConditional =
    exchange.header('if-none-match') !== undefined ||
    exchange.header('if-modified-since') !== undefined;
  return isConditional && (exchange.header('accept') ?? '').includes('text/html');
}

/**
 * Whether the origin must send the whole page, even if the browser has stored it. A 304 replaces stored headers of the
 * same name (RFC 9111, section 3.2). With our policies in a 304, policies that the origin does not repeat would be
 * lost; without them, the page would keep outdated policies of ours. The same applies to the header that requests
 * reports about a page view.
 */
export function asksForWholePage(exchange: Exchange): boolean {
  const { zone, method } = exchange;
  if (exchange.isSampled) return true;
  if (!zone?.pages?.policies.length || zone.section.paused) return false;
  return (method === 'GET' || method === 'HEAD') && isGoverned(exchange);
}
