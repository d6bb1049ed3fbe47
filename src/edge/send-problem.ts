import { type EdgeProblem, errorPage } from './error-page.ts';
import type { Transaction } from './transaction.ts';
import { isHttp2 } from './upstream/response-head.ts';

/** Answers a request with a page of ours. */
export function sendProblem(transaction: Transaction, problem: EdgeProblem): void {
  const { response, request, ray, method } = transaction;
  const { status, title, headers, body } = errorPage(problem, ray, request.headers.accept);
  transaction.problem = problem;
  transaction.status = status;
  transaction.contentType = String(headers['content-type']);
  transaction.responseBodyBytes = method === 'HEAD' ? 0 : body.length;
  // Whoever sent such a request may see its end elsewhere than we do.
  if (status === 400 || status === 408) response.shouldKeepAlive = false;
  // Node knows no words for the numbers above 511; HTTP/2 has none at all.
  if (isHttp2(response)) response.writeHead(status, headers);
  else response.writeHead(status, title, headers);
  response.end(method === 'HEAD' ? undefined : body);
}
