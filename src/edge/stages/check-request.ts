import type { IncomingMessage } from 'node:http';
import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

/**
 * Refuses what two parsers could read in two ways, before anything acts on it. The HTTP parser has
 * refused doubtful lengths, encodings and line ends already; here is what it lets through.
 */
export const checkRequest: RequestStage = (exchange, { limits }) => {
  const { request } = exchange;
  if (request.httpVersionMajor < 1) return problem('badRequest');
  if (!METHOD.test(exchange.method)) return problem('badRequest');
  if (!hasPlainEncoding(request)) return problem('badRequest');
  if (!hasOneType(request)) return problem('badRequest');
  if (!TARGET.test(exchange.target)) return problem('badTarget');
  if (exchange.target.length > limits.urlBytes) return problem('urlTooLong');
  if (request.rawHeaders.length > limits.headerCount * 2) return problem('headersTooLarge');
  const authority = authorityOf(request);
  if (authority === undefined) return problem('badHost');
  exchange.authority = authority;
  exchange.host = hostOf(authority);
  if (exchange.target.startsWith('/')) return undefined;
  return takeAbsoluteForm(exchange);
};

/** HTTP/2 has its own parser, which is less strict about these. */
const METHOD = /^[A-Za-z!#$%&'*+.^_`|~0-9-]{1,64}$/;
/** A fragment is the browser's own affair and never sent. */
const TARGET = /^[\x21\x22\x24-\x7e\x80-\xff]+$/;

/** Anything but `chunked` may be read in another way by the next one in line; HTTP/1.0 has no encodings. */
function hasPlainEncoding({ headers, httpVersion }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  return encoding === undefined || (encoding.toLowerCase() === 'chunked' && httpVersion !== '1.0');
}

/** Several types that differ make several kinds of body of one: readers take the first, the last or all. */
function hasOneType({ rawHeaders }: IncomingMessage): boolean {
  let type: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length !== 12 || name.toLowerCase() !== 'content-type') continue;
    if (type !== undefined && type !== rawHeaders[i + 1]) return false;
    type = rawHeaders[i + 1];
  }
  return true;
}

/** A proxy's form of the request line. RFC 9112, section 3.2.2, lets it win over Host; here both must agree. */
const takeAbsoluteForm = (exchange: Parameters<RequestStage>[0]) => {
  if (exchange.target === '*' && exchange.method === 'OPTIONS') {
    exchange.target = '/';
    return undefined;
  }
  const match = /^https?:\/\/([^/?#@]+)(\/[^#]*|\?[^#]*)?$/i.exec(exchange.target);
  if (!match?.[1] || hostOf(match[1]) !== exchange.host) return problem('badTarget');
  const rest = match[2] ?? '/';
  exchange.target = rest.startsWith('/') ? rest : `/${rest}`;
  return undefined;
};

/** The one host that was asked for; undefined when there are several, none, or it is none. */
function authorityOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const pseudo = headers[':authority'] as string | undefined;
  const { host = pseudo } = headers;
  if (host === undefined || !HOST.test(host)) return undefined;
  if (pseudo !== undefined && pseudo !== host) return undefined;
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found > 1 ? undefined : host;
}

const HOST = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/** In lower case, without port and without the dot that ends a full name. */
function hostOf(authority: string): string {
  const colon = authority.endsWith(']') ? -1 : authority.lastIndexOf(':');
  const name = colon === -1 ? authority : authority.slice(0, colon);
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}
