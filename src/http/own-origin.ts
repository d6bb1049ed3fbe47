import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request comes from a page of the API's own origin, or from no page. Browsers say where a request comes from. */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host = '', 'sec-fetch-site': site = 'same-origin' } = headers;
  if (site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || URL.parse(origin)?.host === host.toLowerCase();
}
