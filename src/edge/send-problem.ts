import { type EdgeProblem, errorPage } from './error-page.ts';
import type { Exchange } from './exchange.ts';
import { isHttp2 } from './upstream/response-head.ts';

/** Answers a request with a page of ours. */
export function sendProblem(exchange: Exchange, problem: EdgeProblem): void {
  const { response, request, ray, method } = exchange;
  const { status, title, headers, body } = errorPage(problem, ray, request.headers.accept);
  exchange.problem = problem;
  exchange.status = status;
  exchange.contentType = String(headers['content-type']);
  exchange.responseBodyBytes = method === 'HEAD' ? 0 : body.length;
  // Whoever sent such a request may see its end elsewhere than we do.
  if (status === 400 || status === 408) response.shouldKeepAlive = false;
  // Node knows no words for the numbers above 511; HTTP/2 has none at all.
  if (isHttp2(response)) response.writeHead(status, headers);
  else response.writeHead(status, title, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
