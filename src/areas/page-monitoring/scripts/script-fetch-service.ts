import type { SiteRequest, SiteResponse, SiteResult } from '../../../contracts/site-request.ts';
import { servedByNoEdge } from '../../../kernel/cdn-loop.ts';
import type { OutboundClient } from '../../../outbound/outbound-client.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import { ACCEPT_ENCODING, decodedBytes } from '../../../outbound/response-body.ts';
import type { PageItem } from '../inventory/item-model.ts';

const LARGEST_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MOST_REDIRECTS = 5;

/** Sends a request to a site of this node, through the edge. */
export type SiteFetch = (request: SiteRequest, signal: AbortSignal) => Promise<SiteResult>;

export interface ScriptSources {
  readonly client: Pick<OutboundClient, 'fetch'>;
  readonly fetchFromSite: SiteFetch;
  readonly signal: AbortSignal;
}

export interface FetchedScript {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Script = Pick<PageItem, 'zoneId' | 'name' | 'firstPageUrl' | 'pageUrls'>;

/** Undefined if the address is refused, there is no response, or its status is not 2xx. */
export async function fetchScript(
  sources: ScriptSources,
  script: Script,
): Promise<FetchedScript | undefined> {
  try {
    return await fetchAt(sources, script, new URL(script.name), MOST_REDIRECTS);
  } catch (error) {
    if (error instanceof OutboundError || sources.signal.aborted) return undefined;
    throw error;
  }
}

/**
 * The edge serves the hosts of the script's pages, so these are requested from the edge only, whatever their DNS records
 * are. Each redirect is checked like the first URL: otherwise another server could lead the node to the site.
 */
async function fetchAt(
  sources: ScriptSources,
  script: Script,
  url: URL,
  redirects: number,
): Promise<FetchedScript | undefined> {
  const ofSite = await fromSite(sources, script.zoneId, url);
  const response =
    typeof ofSite === 'string' ? await fromNetwork(sources, script, url, ofSite) : ofSite;
  if (!response) return undefined;
  const next = redirectOf(response, url);
  if (next) {
    // As the client of outgoing requests does.
    const isDowngrade =
      response !== ofSite && url.protocol === 'https:' && next.protocol === 'http:';
    return redirects > 0 && !isDowngrade
      ? await fetchAt(sources, script, next, redirects - 1)
      : undefined;
  }
  return isSuccess(response) ? await decodedScript(response, url) : undefined;
}

async function fromSite(
  { fetchFromSite, signal }: ScriptSources,
  zoneId: string,
  url: URL,
): Promise<SiteResult> {
  const request = { zoneId, url: url.href, timeoutMs: TIMEOUT_MS, maxBytes: LARGEST_BYTES };
  return await fetchFromSite(request, signal);
}

/**
 * Requests a script by its name. The address of the node may have rights that no visitor has, so a host that an edge
 * serves must not be reached in this way.
 */
async function fromNetwork(
  { client, signal }: ScriptSources,
  { firstPageUrl, pageUrls }: Script,
  url: URL,
  ofSite: Extract<SiteResult, string>,
): Promise<SiteResponse | undefined> {
  const isOfPage = [firstPageUrl, ...pageUrls].some((page) => URL.parse(page)?.host === url.host);
  if (ofSite === 'failed' || isOfPage) return undefined;
  try {
    return await client.fetch({
      url: url.href,
      headers: { 'accept-encoding': ACCEPT_ENCODING, ...(ofSite === 'unseen' && servedByNoEdge) },
      signal,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
      maxResponseBytes: LARGEST_BYTES,
    });
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** Browsers run scripts with any 2xx status. */
const isSuccess = ({ status }: { readonly status: number }) => status >= 200 && status < 300;

function redirectOf({ status, headers }: SiteResponse, url: URL): URL | undefined {
  const location = headers['location'];
  if (status < 300 || status >= 400 || location === undefined) return undefined;
  const next = URL.parse(location, url);
  return next?.protocol === 'http:' || next?.protocol === 'https:' ? next : undefined;
}

async function decodedScript(
  { headers, body }: SiteResponse,
  { origin }: URL,
): Promise<FetchedScript> {
  const options = { maxBytes: LARGEST_BYTES, origin };
  return { headers, body: await decodedBytes(body, headers['content-encoding'], options) };
}
