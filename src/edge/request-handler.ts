import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toRow } from '../contracts/events/http-request-event.ts';
import type { EdgeContext } from './edge-context.ts';
import type { EdgeResponse } from './edge-response.ts';
import type { EdgeProblem } from './error-page.ts';
import type { Exchange } from './exchange.ts';
import { requestStages } from './pipeline.ts';
import { firewallEvents } from './request-log/firewall-events.ts';
import { requestEvent } from './request-log/request-event.ts';
import { sendProblem } from './send-problem.ts';
import { addRequest, removeRequest } from './socket-requests.ts';
import { scanCopy } from './stages/scan-response.ts';
import { Forwarding } from './upstream/forward.ts';
import { hasBody } from './upstream/request-body.ts';
import { isHttp2 } from './upstream/response-head.ts';
import { Tunnel } from './upstream/tunnel.ts';

/** Runs the stages of a request, forwards it or sends a response of the edge, and logs it. */
export class RequestHandler {
  readonly #edge: EdgeContext;

  /** Requests that have not ended yet. */
  activeRequests = 0;

  constructor(edge: EdgeContext) {
    this.#edge = edge;
  }

  handle(exchange: Exchange): void {
    const { request, response } = exchange;
    this.activeRequests += 1;
    this.#edge.traces.begin(exchange);
    if (this.#edge.state.isDraining) response.shouldKeepAlive = false;
    if (!isHttp2(response)) addRequest(request.socket, exchange);
    response.on('close', () => this.#close(exchange));
    if (hasBody(request)) streamOf(response).once('finish', () => this.#linger(request));
    this.#run(exchange, 0);
  }

  /** The rest of a request cannot be parsed, so its connection must be closed. */
  giveUp(exchange: Exchange, problem: EdgeProblem): void {
    const { response, request } = exchange;
    exchange.upstream?.abort();
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.once('finish', () => request.socket.destroySoon());
    response.shouldKeepAlive = false;
    sendProblem(exchange, problem);
  }

  /** The response was sent. The visitor has a limited time to finish a body that nobody needs any more. */
  #linger(request: IncomingMessage): void {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, this.#edge.lingerMs).unref();
  }

  /** A bug in a stage must not end the process. */
  #run(exchange: Exchange, from: number): void {
    try {
      this.#runStages(exchange, from);
    } catch (error) {
      this.#failed(exchange, error);
    }
  }

  #runStages(exchange: Exchange, from: number): void {
    for (let i = from; i < requestStages.length; i++) {
      const result = requestStages[i]?.(exchange, this.#edge);
      if (result === undefined) continue;
      if (!(result instanceof Promise)) {
        send(exchange, result);
        return;
      }
      result
        .then((response) => {
          // The visitor left in the meantime. A request to the origin would never be aborted now.
          if (exchange.isOver) return;
          if (response) send(exchange, response);
          else this.#run(exchange, i + 1);
        })
        .catch((error) => this.#failed(exchange, error));
      return;
    }
    this.#forward(exchange);
  }

  #forward(exchange: Exchange): void {
    const { route } = exchange;
    if (!route) {
      sendProblem(exchange, 'noOrigin');
      return;
    }
    const upstream = exchange.upgrade
      ? new Tunnel(exchange, exchange.upgrade, this.#edge)
      : new Forwarding(exchange, this.#edge);
    exchange.upstream = upstream;
    upstream.send(route);
  }

  #failed(exchange: Exchange, error: unknown): void {
    this.#edge.telemetry.stageFailed(exchange.ray, error);
    if (exchange.response.headersSent) exchange.response.destroy();
    else sendProblem(exchange, 'internal');
  }

  /** The response was sent, or the visitor left. */
  #close(exchange: Exchange): void {
    this.activeRequests -= 1;
    exchange.isOver = true;
    if (!isHttp2(exchange.response)) removeRequest(exchange.request.socket, exchange);
    exchange.upstream?.abort();
    try {
      this.#report(exchange);
    } catch (error) {
      this.#edge.telemetry.stageFailed(exchange.ray, error);
    }
  }

  #report(exchange: Exchange): void {
    this.#edge.telemetry.finished(exchange);
    const { zone } = exchange;
    if (!zone) return;
    const { securityLog, matchedData } = this.#edge;
    scanCopy(exchange, this.#edge);
    this.#edge.log.add(toRow(requestEvent(exchange, zone)));
    for (const event of firewallEvents(exchange, zone, matchedData)) securityLog.add(event);
    this.#edge.traces.end(exchange, zone);
  }
}

/** Over HTTP/2, the response object emits `finish` only after the visitor has ended the request as well. */
function streamOf(response: ServerResponse): EventEmitter {
  return isHttp2(response) ? (response as unknown as { stream: EventEmitter }).stream : response;
}

function send(exchange: Exchange, sent: EdgeResponse): void {
  if (sent.kind === 'problem') {
    sendProblem(exchange, sent.problem);
    return;
  }
  const { response, ray, method } = exchange;
  const { status, headers, body } = sent;
  exchange.status = status;
  exchange.contentType = headers['content-type'] ?? '';
  // RFC 9110, section 8.6: these have neither a body nor a Content-Length.
  const isBodiless = status === 204 || status === 304;
  const length = Buffer.byteLength(body);
  exchange.responseBodyBytes = method === 'HEAD' || isBodiless ? 0 : length;
  response.writeHead(status, {
    ...headers,
    ...(!isBodiless && { 'content-length': length }),
    'cf-ray': ray,
  });
  response.end(method === 'HEAD' || isBodiless ? undefined : body);
}
