import { type EdgeProblem, errorPage } from './error-page.ts';
import type { Exchange } from './exchange.ts';
import { rpcErrorPage } from './gateway/rpc-error-page.ts';
import { sendFixed } from './send-fixed.ts';

/** Answers a request with a page of ours, or breaks off a response that has begun. */
export function sendProblem(
  exchange: Exchange,
  problem: EdgeProblem,
  added: Readonly<Record<string, string>> = {},
): void {
  const { stream, ray } = exchange;
  exchange.problem = problem;
  if (stream.hasResponded) {
    stream.abort();
    return;
  }
  const isCall = exchange.zone?.gatewayHosts?.has(exchange.host) ?? false;
  const { status, title, headers, body } = isCall
    ? rpcErrorPage(problem, ray)
    : errorPage(problem, ray, exchange.header('accept'));
  // Whoever sent such a request may see its end elsewhere than we do.
  if (status === 400 || status === 408) stream.endConnection();
  // The rest of a body that is too large would be read for nothing: RFC 9110, section 15.5.14.
  if (status === 413) stream.endConnection();
  sendFixed(exchange, status, title, { ...headers, ...added }, body);
}
