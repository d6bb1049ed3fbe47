import { EDGE_CALLER_HEADER } from '../contracts/gateway/edge-caller.ts';

/** Headers of a single connection (RFC 9110, section 7.6.1), and those of the upgrade to HTTP/2. */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/**
 * Headers that rules cannot change, in lower case: the message would become invalid, reach another site, loop
 * (RFC 8586), or name another client to the gateway.
 */
export const fixedHeaders: Readonly<Record<'request' | 'response', ReadonlySet<string>>> = {
  request: new Set([
    ...hopByHop,
    'content-length',
    'host',
    'expect',
    'cdn-loop',
    EDGE_CALLER_HEADER,
  ]),
  response: new Set([...hopByHop, 'content-length']),
};

/**
 * The cookie of a signed-in dashboard. Browsers also send it to other ports of the same host, so the edge removes it from
 * requests of visitors.
 */
export const SESSION_COOKIE = 'palisade_session';
