import { normalHost } from '../../kernel/host-name.ts';
import type { HttpStream } from '../../transport/http-stream.ts';
import { problem } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestStage } from './stage.ts';

/**
 * Refuses what two parsers could read in two ways, before anything acts on it. The transport has
 * refused doubtful lines, lengths and encodings already; here is what it lets through.
 */
export const checkRequest: RequestStage = (exchange) => {
  const { stream } = exchange;
  if (!hasOneType(stream)) return problem('badRequest');
  const expected = stream.headers.get('expect');
  if (expected !== undefined && expected.toLowerCase() !== '100-continue') {
    return problem('expectation');
  }
  // A fragment is the browser's own affair and never sent.
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

/** Several types that differ make several kinds of body of one: readers take the first, the last or all. */
function hasOneType({ headers }: HttpStream): boolean {
  const { names } = headers;
  const first = names.indexOf('content-type');
  if (first === -1 || names.indexOf('content-type', first + 1) === -1) return true;
  return new Set(headers.all('content-type')).size === 1;
}

/** A URL in the request line, as sent to proxies. RFC 9112, section 3.2.2, ignores Host then; here both must agree. */
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

/** No empty label, which would make a name of its own of `.a.test`. A dot may end the name. */
const HOST = /^(?!\.|.*\.\.)(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
