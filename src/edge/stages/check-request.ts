import { normalHost } from '../../kernel/host-name.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import { problem } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestStage } from './stage.ts';

/**
 * Refuses requests that parsers could read in different ways, before other stages act on them. The transport has
 * refused ambiguous lines, lengths and encodings; the remaining cases are here.
 */
export const checkRequest: RequestStage = (exchange) => {
  const { stream } = exchange;
  if (!hasOneType(stream) || namesManyFields(stream)) return problem('badRequest');
  const expected = stream.headers.get('expect');
  if (expected !== undefined && expected.toLowerCase() !== '100-continue') {
    return problem('expectation');
  }
  // Browsers never send the fragment of a URL.
  if (exchange.target.includes('#')) return problem('badTarget');
  const authority = stream.headers.get('host') ?? '';
  const { memo } = exchange;
  if (authority !== memo.authority) {
    if (!HOST.test(authority)) return problem('badHost');
    memo.setHost(authority);
  }
  exchange.authority = memo.authority ?? authority;
  exchange.host = memo.host;
  return exchange.target.startsWith('/') ? undefined : reduceAbsoluteForm(exchange);
};

/** False for conflicting Content-Type fields: servers use the first, the last or all of them. */
function hasOneType({ headers }: HttpStream): boolean {
  const { names } = headers;
  const first = names.indexOf('content-type');
  if (first === -1 || names.indexOf('content-type', first + 1) === -1) return true;
  return new Set(headers.all('content-type')).size === 1;
}

/** More fields than any client names in `Connection`. */
const MAX_CONNECTION_OPTIONS = 32;

function namesManyFields({ headers }: HttpStream): boolean {
  const connection = headers.get('connection');
  if (connection === undefined || connection.length <= MAX_CONNECTION_OPTIONS) return false;
  return connection.split(',').length > MAX_CONNECTION_OPTIONS;
}

/** A URL in the request line, as sent to proxies. RFC 9112, section 3.2.2, ignores Host in this case; here both must agree. */
const reduceAbsoluteForm = (exchange: Exchange) => {
  if (exchange.target === '*' && exchange.method === 'OPTIONS') {
    setTarget(exchange, '/');
    return undefined;
  }
  const match = /^https?:\/\/([^/?#@]+)(\/[^#]*|\?[^#]*)?$/i.exec(exchange.target);
  if (!match?.[1] || normalHost(match[1]) !== exchange.host) return problem('badTarget');
  const rest = match[2] ?? '/';
  setTarget(exchange, rest.startsWith('/') ? rest : `/${rest}`);
  return undefined;
};

function setTarget(exchange: Exchange, target: string): void {
  exchange.rawTarget = target;
  exchange.target = target;
}

/** Without empty labels: `.a.test` would be a different name than `a.test`. A trailing dot is allowed. */
const HOST = /^(?!\.|.*\.\.)(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
