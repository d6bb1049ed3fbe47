import type { EdgeContext } from '../edge-context.ts';
import { type EdgeResponse, problem } from '../edge-response.ts';
import type { Exchange } from '../exchange.ts';
import type { RequestStage } from './stage.ts';

/** Certificate authorities request this path over http, before there is a certificate. */
const ACME_PATH = '/.well-known/acme-challenge/';
const PORT = /:\d+$/;
const HTTPS_PORT = 443;

/** Applies the settings of a zone that refuse or redirect requests. */
export const applySettings: RequestStage = (exchange, edge) => {
  const { zone, stream } = exchange;
  if (!zone) return undefined;
  if (stream.body && declaredBytes(exchange) > zone.maxBodyBytes) return problem('bodyTooLarge');
  const { traffic } = zone;
  if (!traffic) return undefined;
  if (traffic.alwaysUseHttps && exchange.scheme === 'http') {
    if (!exchange.target.startsWith(ACME_PATH)) return redirectToHttps(exchange, edge);
  }
  const isWebSocket = exchange.upgrade?.toLowerCase().includes('websocket');
  return traffic.noWebSockets && isWebSocket ? problem('noWebSockets') : undefined;
};

/** 0 without `Content-Length`: such a body is counted as it arrives. */
function declaredBytes(exchange: Exchange): number {
  return Number(exchange.header('content-length') ?? 0);
}

/** 308 keeps the method and the body. GET and HEAD use 301, because some older clients do not support 308. */
function redirectToHttps(exchange: Exchange, { state }: EdgeContext): EdgeResponse {
  const { method, host, authority, rawTarget, keyedTarget = rawTarget } = exchange;
  const isRead = method === 'GET' || method === 'HEAD';
  const location = `https://${host}${httpsPort(authority, state.tlsPort)}${keyedTarget}`;
  return { kind: 'fixed', status: isRead ? 301 : 308, headers: { location }, body: '' };
}

/** An explicit port of the edge is replaced by its https port. Without one, both ports are the defaults. */
function httpsPort(authority: string, tlsPort: number | undefined): string {
  if (tlsPort === undefined || tlsPort === HTTPS_PORT || !PORT.test(authority)) return '';
  return `:${tlsPort}`;
}
