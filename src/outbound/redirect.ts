import type { OutboundMethod, OutboundRequest } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import { checkShape } from './url-rules.ts';

/** One request of a chain of redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: OutboundMethod;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: OutboundRequest['body'];
  /** True after any hop used TLS: from then on plain HTTP would be a downgrade. */
  readonly cameFromTls: boolean;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that are not sent to another origin: credentials, and `host`, which would name the old one. */
const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization', 'host'];

/** Headers that describe a body; removed if the body is dropped. */
const bodyHeaders = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-type',
];

/**
 * The next request after a redirect, by the rules of the Fetch standard
 * (https://fetch.spec.whatwg.org/#http-redirect-fetch); undefined if the response is not a redirect.
 */
export function nextHop(
  hop: Hop,
  status: number,
  location: string | undefined,
  secretHeaders: readonly string[],
): Hop | undefined {
  if (!redirectStatuses.has(status) || location === undefined) return undefined;
  const url = resolveLocation(location, hop.url);
  const dropsBody = becomesGet(hop.method, status);
  const dropped = new Set([
    ...(dropsBody ? bodyHeaders : []),
    ...(url.origin === hop.url.origin
      ? []
      : [...credentialHeaders, ...secretHeaders.map((name) => name.toLowerCase())]),
  ]);
  return {
    url,
    method: dropsBody ? 'GET' : hop.method,
    headers: Object.fromEntries(Object.entries(hop.headers).filter(([name]) => !dropped.has(name))),
    body: dropsBody ? undefined : hop.body,
    cameFromTls: hop.cameFromTls || hop.url.protocol === 'https:',
  };
}

function becomesGet(method: OutboundMethod, status: number): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return (status === 301 || status === 302) && method === 'POST';
}

function resolveLocation(location: string, base: URL): URL {
  if (!URL.canParse(location, base)) {
    throw new OutboundError('invalid_url', `${base.origin} redirects to an invalid URL`);
  }
  const url = checkShape(new URL(location, base));
  url.hash = '';
  return url;
}
