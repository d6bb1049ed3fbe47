import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toRow } from '../contracts/events/http-request-event.ts';
import type { EdgeAnswer } from './edge-answer.ts';
import type { EdgeContext } from './edge-context.ts';
import type { EdgeProblem } from './error-page.ts';
import { requestStages } from './pipeline.ts';
import { firewallEvents } from './request-log/firewall-events.ts';
import { requestEvent } from './request-log/request-event.ts';
import { sendProblem } from './send-problem.ts';
import { addRequest, removeRequest } from './socket-requests.ts';
import { scanCopy } from './stages/scan-response.ts';
import type { Transaction } from './transaction.ts';
import { Forwarding } from './upstream/forward.ts';
import { hasBody } from './upstream/request-body.ts';
import { isHttp2 } from './upstream/response-head.ts';
import { Tunnel } from './upstream/tunnel.ts';

/** Takes a request through the stages, to the origin or to an answer of our own, and into the log. */
export class RequestHandler {
  readonly #edge: EdgeContext;

  /** Requests that are not over yet. */
  underWay = 0;

  constructor(edge: EdgeContext) {
    this.#edge = edge;
  }

  handle(transaction: Transaction): void {
    const { request, response } = transaction;
    this.underWay += 1;
    this.#edge.traces.begin(transaction);
    if (this.#edge.state.isDraining) response.shouldKeepAlive = false;
    if (!isHttp2(response)) addRequest(request.socket, transaction);
    response.on('close', () => this.#close(transaction));
    if (hasBody(request)) streamOf(response).once('finish', () => this.#linger(request));
    this.#run(transaction, 0);
  }

  /** The rest of a request cannot be read: its connection is of no more use. */
  giveUp(transaction: Transaction, problem: EdgeProblem): void {
    const { response, request } = transaction;
    transaction.upstream?.abort();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.once('finish', () => request.socket.destroySoon());
    response.shouldKeepAlive = false;
    sendProblem(transaction, problem);
  }

  /** The answer is out, so nobody waits for the rest of the body; it has a while to come to its end. */
  #linger(request: IncomingMessage): void {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, this.#edge.lingerMs).unref();
  }

  /** A fault of ours costs one request, not the process. */
  #run(transaction: Transaction, from: number): void {
    try {
      this.#runStages(transaction, from);
    } catch (error) {
      this.#failed(transaction, error);
    }
  }

  #runStages(transaction: Transaction, from: number): void {
    for (let i = from; i < requestStages.length; i++) {
      const answer = requestStages[i]?.(transaction, this.#edge);
      if (answer === undefined) continue;
      if (!(answer instanceof Promise)) {
        send(transaction, answer);
        return;
      }
      answer
        .then((late) => {
          // Nobody waits for it any more, and nobody would end what is begun now.
          if (transaction.isOver) return;
          if (late) send(transaction, late);
          else this.#run(transaction, i + 1);
        })
        .catch((error) => this.#failed(transaction, error));
      return;
    }
    this.#forward(transaction);
  }

  #forward(transaction: Transaction): void {
    const { route } = transaction;
    if (!route) {
      sendProblem(transaction, 'noOrigin');
      return;
    }
    const upstream = transaction.upgrade
      ? new Tunnel(transaction, transaction.upgrade, this.#edge)
      : new Forwarding(transaction, this.#edge);
    transaction.upstream = upstream;
    upstream.send(route);
  }

  #failed(transaction: Transaction, error: unknown): void {
    this.#edge.telemetry.stageFailed(transaction.ray, error);
    if (transaction.response.headersSent) transaction.response.destroy();
    else sendProblem(transaction, 'internal');
  }

  /** The answer is out, or the visitor is gone. */
  #close(transaction: Transaction): void {
    this.underWay -= 1;
    transaction.isOver = true;
    if (!isHttp2(transaction.response)) removeRequest(transaction.request.socket, transaction);
    transaction.upstream?.abort();
    try {
      this.#report(transaction);
    } catch (error) {
      this.#edge.telemetry.stageFailed(transaction.ray, error);
    }
  }

  #report(transaction: Transaction): void {
    this.#edge.telemetry.finished(transaction);
    const { zone } = transaction;
    if (!zone) return;
    const { securityLog, matchedData } = this.#edge;
    scanCopy(transaction, this.#edge);
    this.#edge.log.add(toRow(requestEvent(transaction, zone)));
    for (const event of firewallEvents(transaction, zone, matchedData)) securityLog.add(event);
    this.#edge.traces.end(transaction, zone);
  }
}

/** Of HTTP/2 only the stream knows that an answer is out; the response waits for the visitor's end too. */
function streamOf(response: ServerResponse): EventEmitter {
  return isHttp2(response) ? (response as unknown as { stream: EventEmitter }).stream : response;
}

function send(transaction: Transaction, answer: EdgeAnswer): void {
  if (answer.kind === 'problem') {
    sendProblem(transaction, answer.problem);
    return;
  }
  const { response, ray, method } = transaction;
  const { status, headers, body } = answer;
  transaction.status = status;
  transaction.contentType = headers['content-type'] ?? '';
  // These have no body, and no length of one.
  const isBodiless = status === 204 || status === 304;
  const length = Buffer.byteLength(body);
  transaction.responseBodyBytes = method === 'HEAD' || isBodiless ? 0 : length;
  response.writeHead(status, {
    ...headers,
    ...(!isBodiless && { 'content-length': length }),
    'cf-ray': ray,
  });
  response.end(method === 'HEAD' || isBodiless ? undefined : body);
}
