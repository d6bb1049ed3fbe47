import type { IncomingBody } from '../../transport/http-stream.ts';
import { OriginGoneError } from '../../transport/http1-origin/origin-connection.ts';
import type { OriginRequest } from '../../transport/http1-origin/origin-request.ts';
import type { OriginRuntime } from '../balancing/origin-runtime.ts';
import { findOtherRoute, type Route } from '../balancing/route.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { EdgeProblem } from '../error-page.ts';
import type { Exchange } from '../exchange.ts';
import { sendProblem } from '../send-problem.ts';
import { tick } from '../tick.ts';
import { Attempt, type AttemptOutcome, type FailedAttempt } from './attempt.ts';
import { ForwardedBody } from './forwarded-body.ts';
import { originHeaders } from './origin-headers.ts';
import { meansOriginIsDown, problemOf } from './upstream-failure.ts';

/** The maximum number of attempts, including refused connections, before the visitor gets an error. */
const MAX_CONNECTS = 3;
/** The maximum number of times that a request is sent. Only safe methods are retried. */
const MAX_SENDS = 2;

/** Not retryable: the result would be the same, or take as long again. */
const notRetryable = new Set<EdgeProblem>(['badRequest', 'originTimeout']);

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Forwards a request to its origin and the response to the visitor. Retries with another origin if possible. */
export class Forwarding {
  readonly #exchange: Exchange;
  readonly #edge: EdgeContext;
  #failed: Set<OriginRuntime> | undefined;
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
      effects?.originOverride === undefined || route.callerField
        ? route.origin
        : this.#edge.overriddenOrigins.apply(route.origin, effects);
    exchange.route = route;
    exchange.attempts += 1;
    const isFirst = exchange.attempts === 1;
    // Without rules no time has passed since the request arrived, so the clock need not be read.
    exchange.originSentTick = isFirst && !exchange.live ? exchange.startedTick : tick();
    this.#count(origin, 1);
    const hostHeader = effects?.hostHeader ?? origin.snapshot.hostHeader;
    const attempt = new Attempt(exchange, this.#edge, (outcome) =>
      this.#ended(route, origin, outcome),
    );
    this.#attempt = attempt;
    const name = effects?.originOverride?.serverName ?? hostHeader ?? exchange.host;
    attempt.begin(origin.pools.forHost(name), this.#request(hostHeader, route));
  }

  /** Called when the visitor has left. */
  abort(): void {
    this.#attempt?.abort();
  }

  #request(hostHeader: string | undefined, { callerField }: Route): OriginRequest {
    const exchange = this.#exchange;
    const { stream, method, target, upgrade } = exchange;
    const body = stream.body && this.#watchedBody(stream.body);
    exchange.body = body;
    const { fields: passedOn, sharedFields } = originHeaders(exchange, hostHeader);
    const fields = callerField ? [...passedOn, ...callerField(exchange.clientAddress)] : passedOn;
    const received = stream.headers;
    return { method, target, fields, received, sharedFields, body, upgrade };
  }

  #watchedBody(incoming: IncomingBody): ForwardedBody {
    const { stream, zone, bodyPrefix } = this.#exchange;
    const body = new ForwardedBody(stream, incoming, bodyPrefix, {
      bytes: zone?.maxBodyBytes ?? Number.POSITIVE_INFINITY,
      onExceeded: () => this.#giveUp('bodyTooLarge'),
    });
    this.#edge.slowBodies.watch(body, () => this.#giveUp('slowRequest'));
    return body;
  }

  /** Aborts the request because of its body, and responds with an error. */
  #giveUp(problem: EdgeProblem): void {
    this.abort();
    sendProblem(this.#exchange, problem);
  }

  /** `origin` is the origin that got the request: that of the route, unless a rule has overridden it. */
  #ended(route: Route, origin: OriginRuntime, outcome: AttemptOutcome): void {
    const { stream, body } = this.#exchange;
    this.#count(origin, -1);
    if (body) this.#edge.slowBodies.forget(body);
    if (outcome.kind === 'responded') {
      origin.responded();
      return;
    }
    if (outcome.kind === 'aborted' || stream.hasResponded || stream.isClosed) return;
    const problem = problemOf(outcome.error);
    if (outcome.wasSent) this.#sends += 1;
    else if (meansOriginIsDown(problem)) origin.connectionFailed(tick());
    this.#failed ??= new Set();
    this.#failed.add(route.origin);
    const next = notRetryable.has(problem) ? undefined : this.#nextRoute(route, outcome);
    this.#edge.telemetry.originFailed(problem, next !== undefined);
    if (next) this.send(next);
    else sendProblem(this.#exchange, problem);
  }

  /** The route of a retry; undefined if the request must not be retried. */
  #nextRoute(failed: Route, { error, wasSent }: FailedAttempt): Route | undefined {
    const { routing, method, body, attempts, effects, upgrade } = this.#exchange;
    if (!routing || body?.wasRead || attempts >= MAX_CONNECTS) return undefined;
    const isGone = error instanceof OriginGoneError;
    // Only a closed connection is retryable; other failures would occur again.
    const isRepeatable = isGone && safeMethods.has(method) && upgrade === undefined;
    if (wasSent && (!isRepeatable || this.#sends >= MAX_SENDS)) return undefined;
    const { zeroDowntimeFailover } = routing.steering.affinity;
    // With an overridden host, every origin of the pool leads to the same server.
    const isFixed = effects?.originOverride?.host !== undefined;
    const mayMove = !isFixed && (!failed.isPinned || zeroDowntimeFailover !== 'none');
    const other = mayMove ? findOtherRoute(routing, failed, this.#failed ?? new Set()) : undefined;
    // The origin may close an idle connection at the moment of its reuse; then a new connection to it is likely to work.
    return other ?? (isGone && error.wasReused ? failed : undefined);
  }

  #count(origin: OriginRuntime, change: 1 | -1): void {
    origin.inFlight += change;
    if (this.#exchange.upgrade !== undefined) origin.tunnels += change;
  }
}
