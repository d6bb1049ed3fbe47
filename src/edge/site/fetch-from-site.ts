import type { SiteRequest, SiteResult } from '../../contracts/site-request.ts';
import { Exchange } from '../exchange.ts';
import type { ServedScripts } from '../page-monitoring/served-scripts.ts';
import type { RequestHandler } from '../request-handler.ts';
import type { ZoneTable } from '../zone-table.ts';
import { SiteStream } from './site-stream.ts';

/**
 * Requests a script of a site as a visitor would: the rules of the zone run, its load balancer chooses the origin, and the
 * request is logged. There is no DNS lookup of the host. Only addresses that visitors have got as scripts are requested.
 */
export async function fetchFromSite(
  request: SiteRequest,
  zones: Pick<ZoneTable, 'zoneOfHost'>,
  scripts: Pick<ServedScripts, 'has'>,
  handler: Pick<RequestHandler, 'handle'>,
): Promise<SiteResult> {
  const { zoneId, url: text, timeoutMs, maxBytes } = request;
  const url = new URL(text);
  const zone = zones.zoneOfHost(url.hostname);
  if (!zone) return 'not-served';
  if (!scripts.has(zone.id, url.hostname, `${url.pathname}${url.search}`)) return 'unseen';
  // A subdomain may be a zone of its own, even of another account.
  if (zone.id !== zoneId) return 'not-served';
  const stream = new SiteStream(url, maxBytes);
  const timer = setTimeout(() => stream.abort(), timeoutMs);
  try {
    handler.handle(new Exchange(stream));
    return await stream.result;
  } finally {
    clearTimeout(timer);
  }
}
