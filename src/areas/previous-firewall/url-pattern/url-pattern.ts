import { isHostOf } from '../../../kernel/host-name.ts';

/**
 * URL patterns of page rules and URI overrides: an optional scheme, a host, an optional port, and a path with its query. `*`
 * matches any text, also none. Without a scheme a pattern matches both; without a path it matches the root.
 */
export interface UrlPattern {
  readonly scheme: 'http' | 'https' | undefined;
  /** In lower case. */
  readonly host: string;
  readonly port: number | undefined;
  /** With the query. */
  readonly path: string;
}

const MOST_STARS = 4;
const LONGEST = 1024;
const PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Why a text is not a URL pattern, to complete a sentence that starts with the name of the member; undefined if it is one. */
export function urlPatternProblem(text: string): string | undefined {
  const pattern = readUrlPattern(text);
  return typeof pattern === 'string' ? pattern : undefined;
}

/** The condition that a request matches the pattern, which must be valid. */
export function urlPatternExpression(text: string): string {
  const { scheme, host, port, path } = parseUrlPattern(text);
  const tests = [
    scheme && (scheme === 'https' ? 'ssl' : 'not ssl'),
    textTest('http.host', host),
    port !== undefined && `cf.edge.server_port eq ${port}`,
    // Every path begins with a slash.
    textTest('http.request.uri', path === '/*' ? '*' : path),
  ].filter(Boolean);
  return tests.join(' and ') || 'true';
}

/** Throws if the text is not a URL pattern. */
export function parseUrlPattern(text: string): UrlPattern {
  const pattern = readUrlPattern(text);
  if (typeof pattern === 'string') throw new Error(`the URL pattern ${text} ${pattern}`);
  return pattern;
}

/** Whether a pattern, which must be valid, can match a host of the zone. */
export function isPatternOf(text: string, zoneName: string): boolean {
  const { host } = parseUrlPattern(text);
  const star = host.lastIndexOf('*');
  if (star === -1) return isHostOf(host, zoneName);
  const ending = host.slice(star + 1);
  const below = `.${zoneName}`;
  return below.endsWith(ending) || ending.endsWith(below);
}

/** The pattern, or why the text is not one. */
function readUrlPattern(text: string): UrlPattern | string {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters`;
  const stars = text.split('*').length - 1;
  if (stars > MOST_STARS) return `must have at most ${MOST_STARS} "*", and it has ${stars}`;
  const [, given, address = ''] = /^(?:([^/?#]*):\/\/)?(.*)$/s.exec(text) ?? [];
  const scheme = given?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    return 'must begin with "http://", "https://" or the host';
  }
  const [, authority = '', path = ''] = /^([^/?#]*)(.*)$/s.exec(address) ?? [];
  const [, host = '', port] = /^(.*?)(?::([^:]*))?$/s.exec(authority.toLowerCase()) ?? [];
  const problem = hostProblem(host) ?? portProblem(port) ?? pathProblem(path);
  if (problem !== undefined) return problem;
  return {
    scheme,
    host: single(host),
    port: port === undefined ? undefined : Number(port),
    path: single(path || (host.endsWith('*') && port === undefined ? '/*' : '/')),
  };
}

/** Several stars in a row match the same as one. */
function single(pattern: string): string {
  return pattern.replace(/\*+/g, '*');
}

function hostProblem(host: string): string | undefined {
  if (host === '') return 'must name a host, such as www.example.com/* or *.example.com/*';
  if (/^[a-z0-9_*.-]+$/.test(host) && !host.includes('..') && !host.startsWith('.')) {
    return undefined;
  }
  return `must have a host of letters, digits, ".", "-" and "*", and "${host}" is none; write international names in their xn-- form`;
}

function portProblem(port: string | undefined): string | undefined {
  if (port === undefined || PORTS.some((known) => String(known) === port)) return undefined;
  return `must have one of the ports ${PORTS.join(', ')}, or none, and "${port}" is another`;
}

/** Allows the characters of RFC 3986, section 3.3, and brackets, which queries often contain. */
function pathProblem(path: string): string | undefined {
  if (path.startsWith('?')) return 'must have a path before its query, such as example.com/?a=1';
  const [odd] = /[^\w\-.~!$&'()*+,;=:@%/?[\]]/u.exec(path) ?? [];
  if (odd === undefined) return undefined;
  const why = odd === '#' ? 'which is not part of requests' : 'which must be percent-encoded';
  return `must not contain ${JSON.stringify(odd)}, ${why}`;
}

/** Undefined if the pattern matches every text. */
function textTest(field: string, pattern: string): string | undefined {
  if (pattern === '*') return undefined;
  return `${field} ${pattern.includes('*') ? 'strict wildcard' : 'eq'} "${pattern}"`;
}
