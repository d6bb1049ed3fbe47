import { type EdgeProblem, errorPage } from './error-page.ts';
import type { Exchange } from './exchange.ts';
import { rpcErrorPage } from './gateway/rpc-error-page.ts';
import { sendFixed } from './send-fixed.ts';

/** Responds with an error page of the edge, or aborts a response that has begun. */
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
  // The visitor and the edge may disagree about where such a request ends.
  if (status === 400 || status === 408) stream.endConnection();
  // Closing avoids reading the rest of a body that is too large: RFC 9110, section 15.5.14.
  if (status === 413) stream.endConnection();
  sendFixed(exchange, status, title, { ...headers, ...added }, body);
}
