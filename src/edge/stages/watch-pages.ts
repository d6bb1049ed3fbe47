import type { EdgeContext } from '../edge-context.ts';
import type { Exchange } from '../exchange.ts';
import { zonePage } from '../page-monitoring/judge-report.ts';
import { isGoverned, isNavigation } from '../page-monitoring/whole-pages.ts';
import type { CompiledPolicy, ZonePages } from '../page-monitoring/zone-pages.ts';
import { flatHeader, flatHeaders, pairsOf } from '../rules/header-changes.ts';
import { LiveRequest } from '../rules/live-request.ts';
import { holdsForAny } from '../rules/readings.ts';
import { NO_ADDRESS } from '../site/site-stream.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { neededIn, type ResponseHead, type ResponseStage } from './stage.ts';

const DOCUMENT = /^(?:document|i?frame)$/;
/** The types of JavaScript (WHATWG MIME Sniffing, section 4.6). */
const JAVASCRIPT =
  /^\s*(?:application\/(?:x-)?(?:java|ecma)script|text\/(?:(?:x-)?(?:java|ecma)script|javascript1\.[0-5]|jscript|livescript))\s*(?:;|$)/i;
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/** Adds the headers of page policies. On sampled pages, requests reports from browsers and records cookies. */
export const watchPages: ResponseStage = neededIn(hasPages, (exchange, head, edge) => {
  const { zone, upgrade } = exchange;
  const pages = zone?.pages;
  if (!zone || !pages || upgrade) return;
  if (pages.policies.length > 0) addPolicies(pages, exchange, zone, head, edge);
  if (!pages.isMonitored) return;
  const { host, rawTarget, clientAddress } = exchange;
  if (isScript(exchange, head)) edge.pages.scripts.add(zone.id, host, rawTarget, clientAddress);
  const isPageView = exchange.method !== 'HEAD' && isGoverned(exchange) && isPage(head);
  exchange.isSampled ??= edge.pages.sampler.isSampled({
    host,
    clientAddress,
    isNavigation: isPageView && isNavigation(exchange),
  });
  if (!exchange.isSampled) return;
  recordCookies(exchange, zone, head, edge);
  if (!isPageView) return;
  storeRawResponse(exchange, zone, head);
  const view = {
    zoneId: zone.id,
    ray: exchange.ray,
    isSecure: exchange.scheme === 'https',
  };
  edge.pages.headers.addMonitoring(head.headers, view, pages);
});

/** Whether a visitor gets a script, or a redirect to one. */
function isScript(exchange: Exchange, { status, headers }: ResponseHead): boolean {
  if (exchange.method !== 'GET' || status >= 400 || exchange.peerAddress === NO_ADDRESS) {
    return false;
  }
  if (exchange.header('sec-fetch-dest') === 'script') return true;
  return status < 300 && JAVASCRIPT.test(flatHeader(headers, 'content-type') ?? '');
}

function hasPages({ pages, section }: ZoneRuntime): boolean {
  return pages !== undefined && !section.paused;
}

function isPage({ status, headers }: ResponseHead): boolean {
  return status !== 304 && HTML.test(flatHeader(headers, 'content-type') ?? '');
}

/** Stores the response as the origin sent it, before headers are added, because rules may read it. */
function storeRawResponse(
  exchange: Exchange,
  { pages, rules }: ZoneRuntime,
  { status, headers }: ResponseHead,
): void {
  if (!pages?.readsResponse && rules.phases.size === 0) return;
  exchange.live ??= new LiveRequest(exchange);
  const { live } = exchange;
  if (!live.rawResponse) live.setResponse({ status, headers: pairsOf(headers) });
}

function addPolicies(
  pages: ZonePages,
  exchange: Exchange,
  zone: ZoneRuntime,
  head: ResponseHead,
  edge: EdgeContext,
): void {
  const { status, headers } = head;
  exchange.live ??= new LiveRequest(exchange);
  const { live } = exchange;
  storeRawResponse(exchange, zone, head);
  for (const policy of pages.policies) {
    if (status === 304 && !replaces(headers, policy)) continue;
    if (isAbout(policy, live, edge)) edge.pages.headers.addPolicy(headers, zone.id, pages, policy);
  }
}

/**
 * Whether the origin's 304 has the header of the policy. A 304 replaces the stored headers of the same name, so our
 * policy has to be added then; otherwise the stored one stays. Pages do not get a 304, see `asksForWholePage`.
 */
function replaces(headers: readonly string[], { header }: CompiledPolicy): boolean {
  return flatHeader(headers, header) !== undefined;
}

/** A policy that throws is left out, so that the response is still sent. */
function isAbout(policy: CompiledPolicy, live: LiveRequest, edge: EdgeContext): boolean {
  try {
    return holdsForAny(live, policy.matches);
  } catch (error) {
    edge.telemetry.ruleFailed(policy.id, error);
    return false;
  }
}

function recordCookies(
  exchange: Exchange,
  zone: ZoneRuntime,
  head: ResponseHead,
  edge: EdgeContext,
): void {
  const sent = exchange.header('cookie');
  const set = flatHeaders(head.headers, 'set-cookie');
  if (sent === undefined && set.length === 0) return;
  edge.pages.cookies.observe({
    zoneId: zone.id,
    accountId: zone.section.accountId,
    host: exchange.host,
    isNamedHost: zone.namesHost(exchange.host),
    pageUrl: pageOf(exchange, zone.name, head),
    clientAddress: exchange.clientAddress,
    sent,
    set,
  });
}

/** The page that the response belongs to: subrequests have the URL of their page as referrer, unless the site suppresses it. */
function pageOf(exchange: Exchange, zoneName: string, head: ResponseHead): string {
  const { authority, rawTarget } = exchange;
  const { scheme } = exchange;
  const own = `${scheme}://${authority}${rawTarget}`;
  const referer = exchange.header('referer');
  // Browsers send this header only over TLS.
  const destination = exchange.header('sec-fetch-dest');
  const isDocument = destination === undefined ? isPage(head) : DOCUMENT.test(destination);
  const page = isDocument || referer === undefined ? undefined : zonePage(referer, zoneName);
  return (page ?? zonePage(own, zoneName))?.pageUrl ?? `${scheme}://${authority}/`;
}
