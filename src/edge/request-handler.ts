import type { EdgeContext } from './edge-context.ts';
import type { EdgeResponse } from './edge-response.ts';
import type { Exchange } from './exchange.ts';
import { arrivalStages, stagesOf } from './pipeline.ts';
import { firewallEvents } from './request-log/firewall-events.ts';
import { compareFirewalls } from './rules/compare-firewalls.ts';
import { settleCounts } from './rules/rate-limit.ts';
import { sendFixed } from './send-fixed.ts';
import { sendProblem } from './send-problem.ts';
import { scanCopy } from './stages/scan-response.ts';
import type { RequestStage } from './stages/stage.ts';
import { tick } from './tick.ts';
import { Forwarding } from './upstream/forward.ts';

/** Runs the stages of a request, forwards it or sends a response of the edge, and logs it. */
export class RequestHandler {
  readonly #edge: EdgeContext;

  /** Requests that have not ended yet. */
  activeRequests = 0;

  constructor(edge: EdgeContext) {
    this.#edge = edge;
  }

  handle(exchange: Exchange): void {
    const { stream } = exchange;
    this.activeRequests += 1;
    exchange.locations = this.#edge.locations;
    this.#edge.traces.begin(exchange);
    if (this.#edge.state.isDraining) stream.endConnection();
    const close = () => this.#close(exchange);
    stream.onClose = close;
    this.#run(exchange, arrivalStages, 0);
  }

  /** A bug in a stage fails one request, not the process. */
  #run(exchange: Exchange, stages: readonly RequestStage[], from: number): void {
    try {
      this.#runStages(exchange, stages, from);
    } catch (error) {
      this.#failed(exchange, error);
    }
  }

  #runStages(exchange: Exchange, stages: readonly RequestStage[], from: number): void {
    for (let i = from; i < stages.length; i++) {
      const result = stages[i]?.(exchange, this.#edge);
      if (result === undefined) continue;
      if (!(result instanceof Promise)) {
        send(exchange, result);
        return;
      }
      result
        .then((response) => {
          // The visitor left in the meantime. A request to the origin would not be aborted, because `close` has run.
          if (exchange.isOver) return;
          if (response) send(exchange, response);
          else this.#run(exchange, stages, i + 1);
        })
        .catch((error) => this.#failed(exchange, error));
      return;
    }
    const { zone } = exchange;
    if (stages === arrivalStages && zone) this.#runStages(exchange, stagesOf(zone).request, 0);
    else this.#forward(exchange);
  }

  #forward(exchange: Exchange): void {
    const { route } = exchange;
    if (!route) {
      sendProblem(exchange, 'noOrigin');
      return;
    }
    const upstream = new Forwarding(exchange, this.#edge);
    exchange.upstream = upstream;
    upstream.send(route);
  }

  #failed(exchange: Exchange, error: unknown): void {
    this.#edge.telemetry.stageFailed(exchange.ray, error);
    sendProblem(exchange, 'internal');
  }

  /** The response was sent, or the visitor left. */
  #close(exchange: Exchange): void {
    this.activeRequests -= 1;
    exchange.isOver = true;
    exchange.endTick = exchange.readTick || tick();
    exchange.upstream?.abort();
    const { effects, attempts } = exchange;
    if (effects) settleCounts(effects, attempts > 0, this.#edge);
    try {
      this.#report(exchange);
    } catch (error) {
      this.#edge.telemetry.stageFailed(exchange.ray, error);
    }
  }

  #report(exchange: Exchange): void {
    this.#edge.telemetry.finished(exchange);
    const { zone } = exchange;
    if (!zone) {
      if (this.#edge.logsUnserved) this.#edge.log.add(exchange, undefined);
      return;
    }
    const { securityLog, matchedData, originCounts } = this.#edge;
    originCounts.add(zone.id, exchange);
    const gatewayHost = zone.gatewayHosts?.get(exchange.host);
    if (gatewayHost) this.#edge.gatewayCounts.add(gatewayHost.id, exchange.loggedStatus);
    scanCopy(exchange, this.#edge);
    this.#edge.log.add(exchange, zone);
    if (zone.comparesFirewalls) compareFirewalls(exchange, zone, this.#edge);
    for (const event of firewallEvents(exchange, zone, matchedData)) securityLog.add(event);
    this.#edge.traces.end(exchange, zone);
  }
}

function send(exchange: Exchange, response: EdgeResponse): void {
  if (response.kind === 'problem') {
    sendProblem(exchange, response.problem, response.headers);
    return;
  }
  const { status, headers, body } = response;
  sendFixed(exchange, status, undefined, headers, body);
}
