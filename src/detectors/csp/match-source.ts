/**
 * Whether a source list allows a URL, CSP Level 3 §6.7.2.7 and §6.7.2.8. Two details follow browsers: WebSocket
 * connections are checked with the HTTP scheme of their handshake, and an IPv4 address matches itself.
 */
import { SELF } from '../../catalogs/csp-directives.ts';
import type { CspDirective } from './csp-policy.ts';
import type { HostSource, SourceExpression } from './source-expression.ts';

const defaultPorts: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
  ftp: '21',
};
/** WebSocket schemes with the scheme of their handshake. */
const handshakes: Readonly<Record<string, string>> = { ws: 'http', wss: 'https' };
/** Schemes of URLs that a scheme in a source matches besides itself: always more secure ones. */
const upgrades: Readonly<Record<string, readonly string[]>> = {
  http: ['https'],
  ws: ['wss', 'http', 'https'],
  wss: ['https'],
};

export interface MatchOptions {
  /** After a redirect paths are ignored, because they would reveal its target. */
  readonly isRedirected?: boolean;
}

/** Whether the sources of a directive allow a URL on a page. */
export function allowsUrl(
  { sources }: Pick<CspDirective, 'sources'>,
  url: URL,
  page: URL,
  options: MatchOptions = {},
): boolean {
  return sources.some((source) => matchesSource(source, url, page, options));
}

function matchesSource(
  source: SourceExpression,
  url: URL,
  page: URL,
  { isRedirected = false }: MatchOptions,
): boolean {
  switch (source.kind) {
    case 'scheme':
      return schemeMatches(source.scheme, schemeOf(url));
    case 'host':
      return isAnything(source)
        ? isHttp(schemeOf(url)) || schemeOf(url) === schemeOf(page)
        : hostSourceMatches(source, url, page, isRedirected);
    case 'keyword':
      return source.keyword === SELF && isSelf(url, page);
    case 'nonce':
    case 'hash':
      return false;
  }
}

function hostSourceMatches(
  { scheme, host, port, path }: HostSource,
  url: URL,
  page: URL,
  isRedirected: boolean,
): boolean {
  return (
    schemeMatches(scheme ?? schemeOf(page), schemeOf(url)) &&
    hostMatches(host.toLowerCase(), url.hostname.toLowerCase()) &&
    portMatches(port, url) &&
    (isRedirected || path === undefined || pathMatches(path, url.pathname))
  );
}

/** Whether the source is a single `*`; with a scheme, port or path it is a host source. */
function isAnything({ scheme, host, port, path }: HostSource): boolean {
  return host === '*' && scheme === undefined && port === undefined && path === undefined;
}

function schemeOf({ protocol }: URL): string {
  const scheme = protocol.slice(0, -1).toLowerCase();
  return handshakes[scheme] ?? scheme;
}

function isHttp(scheme: string): boolean {
  return scheme === 'http' || scheme === 'https';
}

/** §6.7.2.9 */
function schemeMatches(written: string, actual: string): boolean {
  const scheme = written.toLowerCase();
  return scheme === actual || (upgrades[scheme]?.includes(actual) ?? false);
}

/** §6.7.2.10. `*.example.com` matches subdomains of every depth, but not `example.com`. */
function hostMatches(pattern: string, host: string): boolean {
  if (host === '' || host.startsWith('[')) return false;
  const isAddress = /^\d+(\.\d+){3}$/.test(host);
  if (pattern === '*') return !isAddress;
  if (pattern.startsWith('*.')) return !isAddress && host.endsWith(pattern.slice(1));
  return pattern === host;
}

/** §6.7.2.11. Without a port only the default port of the scheme of the URL matches. */
function portMatches(written: string | undefined, url: URL): boolean {
  if (written === '*') return true;
  if (written === undefined) return url.port === '' || url.port === defaultPorts[schemeOf(url)];
  return Number(written) === Number(portOf(url));
}

function portOf(url: URL): string {
  return url.port === '' ? (defaultPorts[schemeOf(url)] ?? '') : url.port;
}

/** §6.7.2.12. A path that ends with a slash matches everything below it, other paths match exactly. */
function pathMatches(written: string, path: string): boolean {
  const wanted = written.split('/');
  const actual = path.split('/');
  const isFolder = written.endsWith('/');
  if (wanted.length > actual.length) return false;
  if (!isFolder && wanted.length !== actual.length) return false;
  const pieces = isFolder ? wanted.slice(0, -1) : wanted;
  return pieces.every((piece, n) => percentDecode(piece) === percentDecode(actual[n] ?? ''));
}

/** Decodes to bytes, one character each, so that invalid UTF-8 can be compared as well. */
function percentDecode(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The origin of the page, or a more secure scheme of the same host on the default port or the same port. */
function isSelf(url: URL, page: URL): boolean {
  if (url.hostname === '' || url.hostname !== page.hostname) return false;
  const [from, to] = [schemeOf(page), schemeOf(url)];
  const samePort = portOf(url) === portOf(page);
  const usualPorts = portOf(url) === defaultPorts[to] && portOf(page) === defaultPorts[from];
  if (from === to && samePort) return true;
  return (samePort || usualPorts) && isHttp(from) && to === 'https';
}
