import { type EdgeProblem, errorPage } from './error-page.ts';
import type { Exchange } from './exchange.ts';
import { isHttp2 } from './upstream/response-head.ts';

/** Responds with an error page of the edge. */
export function sendProblem(exchange: Exchange, problem: EdgeProblem): void {
  const { response, request, ray, method } = exchange;
  const { status, title, headers, body } = errorPage(problem, ray, request.headers.accept);
  exchange.problem = problem;
  exchange.status = status;
  exchange.contentType = String(headers['content-type']);
  exchange.responseBodyBytes = method === 'HEAD' ? 0 : body.length;
  // The sender may disagree about where such a request ends, so nothing else is read from this connection.
  if (status === 400 || status === 408) response.shouldKeepAlive = false;
  // Node has no reason phrases for statuses above 511. HTTP/2 has no reason phrases.
  if (isHttp2(response)) response.writeHead(status, headers);
  else response.writeHead(status, title, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
