/** Headers that concern one connection only (RFC 9110, section 7.6.1), and those HTTP/2 came with. */
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
 * Headers that rules cannot change, in lower case: a message would not be understood any more, reach
 * another site, or go round in circles (RFC 8586).
 */
export const fixedHeaders: Readonly<Record<'request' | 'response', ReadonlySet<string>>> = {
  request: new Set([...hopByHop, 'content-length', 'host', 'expect', 'cdn-loop']),
  response: new Set([...hopByHop, 'content-length']),
};
