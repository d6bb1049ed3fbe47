import type { Dispatcher } from 'undici';
import type { OriginRuntime } from '../balancing/origin-runtime.ts';
import { findOtherRoute, type Route } from '../balancing/route.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeProblem } from '../error-page.ts';
import type { Exchange } from '../exchange.ts';
import { sendProblem } from '../send-problem.ts';
import { tick } from '../tick.ts';
import { Attempt, type AttemptOutcome } from './attempt.ts';
import { originHeaders } from './origin-headers.ts';
import { hasBody, RequestBody, waitsForContinue } from './request-body.ts';
import { problemOf, saysOriginIsDown } from './upstream-failure.ts';

/** Origins that may refuse a connection before the visitor gets an error. */
const MAX_CONNECTS = 3;
/** How often a request is sent at most: a safe one gets a second chance. */
const MAX_SENDS = 2;

/** What would only be the same again, or take as long again. */
const finalProblems = new Set<EdgeProblem>(['badRequest', 'originTimeout']);

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Sends a request to its origin and the response to the visitor, with another origin if the first fails. */
export class Forwarding {
  readonly #exchange: Exchange;
  readonly #edge: EdgeContext;
  readonly #failed = new Set<OriginRuntime>();
  #sends = 0;
  #attempt: Attempt | undefined;

  constructor(exchange: Exchange, edge: EdgeContext) {
    this.#exchange = exchange;
    this.#edge = edge;
  }

  send(route: Route): void {
    const exchange = this.#exchange;
    const { effects } = exchange;
    const origin =
      effects?.originOverride === undefined
        ? route.origin
        : this.#edge.overriddenOrigins.lead(route.origin, effects);
    exchange.route = route;
    exchange.attempts += 1;
    exchange.originSentTick = tick();
    origin.inFlight += 1;
    const hostHeader = effects?.hostHeader ?? origin.snapshot.hostHeader;
    const attempt = new Attempt(exchange, this.#edge, (outcome) =>
      this.#ended(route, origin, outcome),
    );
    this.#attempt = attempt;
    try {
      origin.agents
        .forHost(effects?.originOverride?.serverName ?? hostHeader ?? exchange.authority)
        .dispatch(this.#request(hostHeader), attempt);
    } catch (error) {
      // The client refuses what it cannot send, such as a path that is none.
      attempt.onError(error as Error);
    }
  }

  /** The visitor is gone: nobody waits for the response. */
  abort(): void {
    this.#attempt?.abort();
  }

  #request(hostHeader: string | undefined): Dispatcher.DispatchOptions {
    const exchange = this.#exchange;
    const options = {
      path: exchange.target,
      method: exchange.method as Dispatcher.HttpMethod,
      headers: originHeaders(exchange, hostHeader),
      body: hasBody(exchange.request) ? this.#body() : null,
    };
    const servername = exchange.effects?.originOverride?.serverName;
    // Or else the client takes the name from the Host header. Its types do not know of this option.
    return servername === undefined ? options : Object.assign(options, { servername });
  }

  #body(): RequestBody {
    const { request, response } = this.#exchange;
    const body = new RequestBody(
      request,
      () => {
        if (waitsForContinue(request)) response.writeContinue();
      },
      this.#exchange.bodyPrefix,
    );
    // Whoever ends it says why elsewhere.
    body.on('error', () => {});
    this.#edge.slowBodies.watch(body, () => this.#tooSlow());
    this.#exchange.body = body;
    return body;
  }

  #tooSlow(): void {
    const exchange = this.#exchange;
    this.abort();
    if (exchange.response.headersSent) exchange.response.destroy();
    else sendProblem(exchange, 'slowRequest');
  }

  /** `origin` is where the request went, which is the route's unless a rule has led elsewhere. */
  #ended(route: Route, origin: OriginRuntime, outcome: AttemptOutcome): void {
    origin.inFlight -= 1;
    if (outcome.kind === 'responded') {
      origin.responded();
      return;
    }
    // The client leaves a body open that it has not begun to read.
    this.#exchange.body?.destroy();
    if (outcome.kind === 'aborted' || this.#exchange.response.headersSent) return;
    const problem = problemOf(outcome.error);
    if (outcome.wasSent) this.#sends += 1;
    else if (saysOriginIsDown(problem)) origin.connectionFailed(this.#edge.clock.now());
    this.#failed.add(route.origin);
    const next = finalProblems.has(problem) ? undefined : this.#nextRoute(route, outcome.wasSent);
    this.#edge.telemetry.originFailed(problem, next !== undefined);
    if (next) this.send(next);
    else sendProblem(this.#exchange, problem);
  }

  /** Where the request can go now, if it may go anywhere. */
  #nextRoute(failed: Route, wasSent: boolean): Route | undefined {
    const { routing, method, body, attempts, effects } = this.#exchange;
    if (!routing || body?.wasRead || attempts >= MAX_CONNECTS) return undefined;
    if (wasSent && (!safeMethods.has(method) || this.#sends >= MAX_SENDS)) return undefined;
    const { zeroDowntimeFailover } = routing.steering.affinity;
    // Every origin of the pool would lead to the same host.
    const isFixed = effects?.originOverride?.host !== undefined;
    const mayMove = !isFixed && (!failed.isPinned || zeroDowntimeFailover !== 'none');
    const other = mayMove ? findOtherRoute(routing, failed, this.#failed) : undefined;
    // A kept connection may end just when it is used again; a new one to the same origin is worth a try.
    return other ?? (wasSent ? failed : undefined);
  }
}
