import { validateHeaderName, validateHeaderValue } from '../kernel/node-http.ts';
import type { OutboundRequest } from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import type { Hop } from './redirect.ts';
import { ACCEPT_ENCODING } from './response-body.ts';
import { parseUrl } from './url-rules.ts';

const USER_AGENT = 'Palisade';

/** The validated request of the caller. */
export function firstHop(request: OutboundRequest): Hop {
  const url = parseUrl(request.url);
  url.hash = '';
  return {
    url,
    method: request.method ?? 'GET',
    headers: {
      'user-agent': USER_AGENT,
      ...(request.decompress && { 'accept-encoding': ACCEPT_ENCODING }),
      ...checkedHeaders(request.headers ?? {}),
    },
    body: request.body,
    cameFromTls: false,
  };
}

/** Joins repeated headers into one value, as RFC 9110 section 5.3 allows. */
export function joinedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

/** A line break in a value would start another header, or another request. */
function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked = Object.entries(headers).map(([name, value]) => {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      const shown = JSON.stringify(name.slice(0, 64));
      throw new OutboundError(
        'invalid_request',
        `the header ${shown} has an invalid name or value`,
      );
    }
    return [name.toLowerCase(), value];
  });
  return Object.fromEntries(checked);
}
