import type { IncomingMessage } from 'node:http';
import { problem } from '../edge-response.ts';
import type { RequestStage } from './stage.ts';

/**
 * Refuses requests that two parsers could read differently. The HTTP parser has already refused ambiguous
 * lengths, encodings and line ends; this stage refuses what the parser accepts.
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
  return reduceAbsoluteForm(exchange);
};

/** The parser for HTTP/2 is less strict than the one for HTTP/1.1. */
const METHOD = /^[A-Za-z!#$%&'*+.^_`|~0-9-]{1,64}$/;
/** Without `#`: browsers do not send the fragment of a URL. */
const TARGET = /^[\x21\x22\x24-\x7e\x80-\xff]+$/;

/** The origin may read any encoding but `chunked` differently. HTTP/1.0 has no transfer encodings. */
function hasPlainEncoding({ headers, httpVersion }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  return encoding === undefined || (encoding.toLowerCase() === 'chunked' && httpVersion !== '1.0');
}

/** With different `Content-Type` headers, one server would read a form where another reads JSON. */
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

/** A URL in the request line, as sent to proxies. RFC 9112, section 3.2.2, ignores Host then; here both must agree. */
const reduceAbsoluteForm = (exchange: Parameters<RequestStage>[0]) => {
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

/** The requested host; undefined if there is none, several, or an invalid one. */
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

/** In lower case, without port and trailing dot. */
function hostOf(authority: string): string {
  const colon = authority.endsWith(']') ? -1 : authority.lastIndexOf(':');
  const name = colon === -1 ? authority : authority.slice(0, colon);
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}
