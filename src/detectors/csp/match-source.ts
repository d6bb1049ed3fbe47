/**
 * Whether a source list allows a URL, CSP Level 3 §6.7.2.7 and §6.7.2.8. Two things are as browsers do
 * them: connections of WebSockets are checked under the HTTP scheme they start with, and an IPv4 address
 * matches its own text.
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
/** Schemes of WebSockets and what their handshake is sent with. */
const handshakes: Readonly<Record<string, string>> = { ws: 'http', wss: 'https' };
/** Which schemes of URLs a scheme in a source covers besides itself: always the safer ones. */
const upgrades: Readonly<Record<string, readonly string[]>> = {
  http: ['https'],
  ws: ['wss', 'http', 'https'],
  wss: ['https'],
};

export interface MatchOptions {
  /** After a redirect paths do not count: they would tell where it went. */
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

/** The lone `*`; with a scheme, port or path it is a host like others. */
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

/** §6.7.2.10. `*.example.com` covers every depth below, but not `example.com`. */
function hostMatches(pattern: string, host: string): boolean {
  if (host === '' || host.startsWith('[')) return false;
  const isAddress = /^\d+(\.\d+){3}$/.test(host);
  if (pattern === '*') return !isAddress;
  if (pattern.startsWith('*.')) return !isAddress && host.endsWith(pattern.slice(1));
  return pattern === host;
}

/** §6.7.2.11. Without a port only the usual one of the URL's scheme matches. */
function portMatches(written: string | undefined, url: URL): boolean {
  if (written === '*') return true;
  if (written === undefined) return url.port === '' || url.port === defaultPorts[schemeOf(url)];
  return Number(written) === Number(portOf(url));
}

function portOf(url: URL): string {
  return url.port === '' ? (defaultPorts[schemeOf(url)] ?? '') : url.port;
}

/** §6.7.2.12. A final slash stands for everything below; otherwise the path is that one. */
function pathMatches(written: string, path: string): boolean {
  const wanted = written.split('/');
  const actual = path.split('/');
  const isFolder = written.endsWith('/');
  if (wanted.length > actual.length) return false;
  if (!isFolder && wanted.length !== actual.length) return false;
  const pieces = isFolder ? wanted.slice(0, -1) : wanted;
  return pieces.every((piece, n) => percentDecode(piece) === percentDecode(actual[n] ?? ''));
}

/** To bytes, of which each becomes a character: what is no UTF-8 is compared as well. */
function percentDecode(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The origin of the page, or a safer scheme of the same host on the usual or the same port. */
function isSelf(url: URL, page: URL): boolean {
  if (url.hostname === '' || url.hostname !== page.hostname) return false;
  const [from, to] = [schemeOf(page), schemeOf(url)];
  const samePort = portOf(url) === portOf(page);
  const usualPorts = portOf(url) === defaultPorts[to] && portOf(page) === defaultPorts[from];
  if (from === to && samePort) return true;
  return (samePort || usualPorts) && isHttp(from) && to === 'https';
}
