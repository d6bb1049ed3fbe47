import { hopByHop } from '../../catalogs/fixed-headers.ts';
import type { Exchange } from '../exchange.ts';
import { asksForWholePage, validators } from '../page-monitoring/whole-pages.ts';
import { changeFlatHeaders } from '../rules/header-changes.ts';
import { EXPOSED_HEADER } from '../rules/managed-rules.ts';
import { LOOP_HEADER, LOOP_TOKEN } from '../stages/refuse-loops.ts';
import { namedByConnection } from './named-by-connection.ts';

/** Headers that the edge writes itself. What a visitor sends under these names is not passed on. */
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
  // In every zone: an origin has to be able to believe it, also when the check is off, skipped or paused.
  EXPOSED_HEADER,
]);

/** Many applications read `X_Forwarded_For` and `X-Forwarded-For` as one, so neither may be forged. */
function isOurs(lower: string): boolean {
  return ours.has(lower.includes('_') ? lower.replaceAll('_', '-') : lower);
}

/** What the origin gets to see: names and values in turn. */
export function originHeaders(exchange: Exchange, hostHeader: string | undefined): string[] {
  const { stream, authority, clientAddress, ray } = exchange;
  const { names, pairs } = stream.headers;
  const dropped = namedByConnection(stream.headers.get('connection'));
  const headers = ['host', hostHeader ?? authority];
  const isWhole = asksForWholePage(exchange);
  let cookie = -1;
  for (let i = 0; i < names.length; i++) {
    const lower = names[i] as string; // every pair has a name
    if (hopByHop.has(lower) || isOurs(lower) || dropped.has(lower)) continue;
    // The transport says how the body is framed.
    if (lower === 'content-length' || (isWhole && validators.has(lower))) continue;
    const value = pairs[2 * i + 1] as string;
    if (lower === 'cookie' && cookie !== -1) {
      // Rules see one header of cookies, and so does the origin.
      headers[cookie] += `; ${value}`;
      continue;
    }
    if (lower === 'cookie') cookie = headers.length + 1;
    headers.push(pairs[2 * i] as string, value);
  }
  pushForwarded(headers, exchange);
  headers.push('cf-connecting-ip', clientAddress, 'cf-ray', ray);
  const passes = exchange.header(LOOP_HEADER);
  headers.push(LOOP_HEADER, passes === undefined ? LOOP_TOKEN : `${passes}, ${LOOP_TOKEN}`);
  const { effects } = exchange;
  if (effects) changeFlatHeaders(headers, effects.headerChanges);
  return headers;
}

/** A trusted proxy's account is continued; anyone else's is replaced. */
function pushForwarded(headers: string[], exchange: Exchange): void {
  const { peerAddress, authority, scheme } = exchange;
  const before = (name: string) => (exchange.peerIsTrusted ? exchange.header(name) : undefined);
  const chain = before('x-forwarded-for');
  const node = peerAddress.includes(':') ? `"[${peerAddress}]"` : peerAddress;
  const host = /[:[]/.test(authority) ? `"${authority}"` : authority;
  const element = `for=${node};host=${host};proto=${scheme}`;
  const elements = before('forwarded');
  headers.push(
    'x-forwarded-for',
    chain === undefined ? peerAddress : `${chain}, ${peerAddress}`,
    'x-forwarded-proto',
    before('x-forwarded-proto') ?? scheme,
    'x-forwarded-host',
    before('x-forwarded-host') ?? authority,
    'forwarded',
    elements === undefined ? element : `${elements}, ${element}`,
  );
}
