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

const NONE: ReadonlySet<string> = new Set();

/** Further headers that a `Connection` header declares to be of that kind. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> {
  // What nearly every client sends names nothing.
  if (!connection || connection === 'keep-alive' || connection === 'close') return NONE;
  return new Set(
    connection
      .toLowerCase()
      .split(',', 32)
      .map((name) => name.trim()),
  );
}
