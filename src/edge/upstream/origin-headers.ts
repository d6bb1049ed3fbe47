import { hopByHop } from '../../catalogs/fixed-headers.ts';
import { EDGE_CALLER_HEADER } from '../../contracts/gateway/edge-caller.ts';
import { LOOP_HEADER, LOOP_TOKEN } from '../../kernel/cdn-loop.ts';
import { SharedFields } from '../../transport/http1/head-text.ts';
import type { OriginRequest } from '../../transport/http1-origin/origin-request.ts';
import type { Exchange } from '../exchange.ts';
import { asksForWholePage, validators } from '../page-monitoring/whole-pages.ts';
import { changeFlatHeaders } from '../rules/header-changes.ts';
import { EXPOSED_HEADER } from '../rules/managed-rules.ts';
import { namedByConnection } from './named-by-connection.ts';
import { originHost } from './origin-host.ts';

/** Headers that the edge sets. Values that a visitor sends under these names are not forwarded. */
const ours = new Set([
  'host',
  'expect',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
  'cf-ray',
  'cf-connecting-ip',
  'cf-ipcountry',
  'cf-visitor',
  'true-client-ip',
  LOOP_HEADER,
  // In every zone, so that origins can trust the header even if the check is off or skipped, or the zone is paused.
  EXPOSED_HEADER,
  EDGE_CALLER_HEADER,
]);

/** The hop-by-hop headers are not forwarded either. */
const notForwarded = new Set([...hopByHop, ...ours]);

const LENGTH = 'content-length';

/**
 * CGI and WSGI servers treat `X_Forwarded_For` and `X-Forwarded-For` as the same name, so neither may be forged. The same
 * for fields that frame a message, such as `Content_Length`.
 */
function isForwarded(lower: string): boolean {
  if (notForwarded.has(lower)) return false;
  if (!lower.includes('_')) return true;
  const dashed = lower.replaceAll('_', '-');
  return dashed !== LENGTH && !notForwarded.has(dashed);
}

/** The headers of the request to the origin. */
export function originHeaders(
  exchange: Exchange,
  hostHeader: string | undefined,
): Pick<OriginRequest, 'fields' | 'sharedFields'> {
  const { stream, ray, effects, body } = exchange;
  const { names, pairs } = stream.headers;
  const dropped = namedByConnection(stream.headers.get('connection'));
  // If Host comes first, as in most requests, its line can be forwarded verbatim.
  const headers = [
    names[0] === 'host' ? (pairs[0] as string) : 'host',
    hostHeader ?? originHost(exchange),
  ];
  const isWhole = asksForWholePage(exchange);
  let cookie = -1;
  for (let i = 0; i < names.length; i++) {
    const lower = names[i] as string; // every pair has a name
    if (lower === LENGTH) {
      // The length that frames the body, in its place; `Connection` cannot remove it.
      headers.push(pairs[2 * i] as string, String(body?.length ?? 0));
      continue;
    }
    if (!isForwarded(lower) || (dropped.size > 0 && dropped.has(lower))) continue;
    if (isWhole && validators.has(lower)) continue;
    const value = pairs[2 * i + 1] as string;
    if (lower === 'cookie' && cookie !== -1) {
      // Several Cookie headers are joined, as rules see them.
      headers[cookie] += `; ${value}`;
      continue;
    }
    if (lower === 'cookie') cookie = headers.length + 1;
    headers.push(pairs[2 * i] as string, value);
  }
  headers.push('cf-ray', ray);
  if (exchange.zone?.traffic?.trueClientIp) headers.push('true-client-ip', exchange.clientAddress);
  const sharedFields = forwardedFields(exchange);
  if (!effects || effects.headerChanges.length === 0) return { fields: headers, sharedFields };
  headers.push(...sharedFields.fields);
  changeFlatHeaders(headers, effects.headerChanges);
  return { fields: headers };
}

/**
 * The forwarding fields. Fields from a trusted proxy are extended, for each request; fields from other clients are
 * replaced. `CDN-Loop` is always extended.
 */
function forwardedFields(exchange: Exchange): SharedFields {
  const { memo, authority, stream } = exchange;
  if (exchange.peerIsTrusted || stream.headers.has(LOOP_HEADER)) {
    return new SharedFields(forwarded(exchange));
  }
  if (memo.authority !== authority) memo.setHost(authority);
  memo.forwarded ??= new SharedFields(forwarded(exchange));
  return memo.forwarded;
}

const PORT = /:\d+$/;

function forwarded(exchange: Exchange): string[] {
  const { peerAddress, clientAddress, host: name, authority } = exchange;
  const scheme = exchange.tls ? 'https' : 'http';
  const before = (name: string) => (exchange.peerIsTrusted ? exchange.header(name) : undefined);
  const chain = before('x-forwarded-for');
  const node = peerAddress.includes(':') ? `"[${peerAddress}]"` : peerAddress;
  // Applications that write links need the port, which is not part of the normalised host.
  const host = name + (PORT.exec(authority)?.[0] ?? '');
  const quoted = /[:[]/.test(host) ? `"${host}"` : host;
  const element = `for=${node};host=${quoted};proto=${scheme}`;
  const elements = before('forwarded');
  const passes = exchange.header(LOOP_HEADER);
  return [
    LOOP_HEADER,
    passes === undefined ? LOOP_TOKEN : `${passes}, ${LOOP_TOKEN}`,
    'x-forwarded-for',
    chain === undefined ? peerAddress : `${chain}, ${peerAddress}`,
    'x-forwarded-proto',
    before('x-forwarded-proto') ?? scheme,
    'x-forwarded-host',
    before('x-forwarded-host') ?? host,
    'forwarded',
    elements === undefined ? element : `${elements}, ${element}`,
    'cf-connecting-ip',
    clientAddress,
  ];
}
