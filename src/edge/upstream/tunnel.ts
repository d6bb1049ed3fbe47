import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OriginRuntime } from '../balancing/origin-runtime.ts';
import { findOtherRoute, type Route } from '../balancing/route.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { Exchange, UpgradeRequest } from '../exchange.ts';
import { responseStages } from '../pipeline.ts';
import { sendProblem } from '../send-problem.ts';
import type { ResponseHead } from '../stages/stage.ts';
import { tick } from '../tick.ts';
import { originHeaders } from './origin-headers.ts';
import { responseHeaders, writeHead } from './response-head.ts';
import { problemOf, saysOriginIsDown } from './upstream-failure.ts';

const MAX_CONNECTS = 3;

/**
 * A connection that changes its protocol, such as a WebSocket: after the origin has agreed, bytes go
 * both ways unseen until one side ends, or neither sends anything for long.
 */
export class Tunnel {
  readonly #exchange: Exchange;
  readonly #upgrade: UpgradeRequest;
  readonly #edge: EdgeContext;
  readonly #failed = new Set<OriginRuntime>();
  #request: ClientRequest | undefined;
  #upstream: Duplex | undefined;
  /** Requests whose origin has accepted the connection. */
  readonly #connected = new WeakSet<ClientRequest>();

  constructor(exchange: Exchange, upgrade: UpgradeRequest, edge: EdgeContext) {
    this.#exchange = exchange;
    this.#upgrade = upgrade;
    this.#edge = edge;
  }

  send(route: Route): void {
    const { effects } = this.#exchange;
    const origin =
      effects?.originOverride === undefined
        ? route.origin
        : this.#edge.overriddenOrigins.lead(route.origin, effects);
    const request = this.#open(origin);
    if (!this.#request) this.#watchVisitor();
    this.#request = request;
    this.#exchange.route = route;
    this.#exchange.attempts += 1;
    this.#exchange.originSentTick = tick();
    origin.inFlight += 1;
    origin.tunnels += 1;
    request.once('close', () => {
      // A tunnel goes on after the request that began it.
      if (!this.#upstream) leave(origin);
    });
    request.once('upgrade', (originResponse, upstream, head) =>
      this.#guarded(upstream, () => this.#join(origin, originResponse, upstream, head)),
    );
    request.once('response', (originResponse) =>
      this.#guarded(originResponse, () => this.#refused(origin, originResponse)),
    );
    request.once('error', (error) => this.#requestFailed(route, origin, request, error));
    request.end();
  }

  abort(): void {
    this.#request?.destroy();
    this.#upstream?.destroy();
  }

  #open({ snapshot }: OriginRuntime): ClientRequest {
    const { method, target, host, effects } = this.#exchange;
    const { connectMs, responseMs } = this.#edge;
    const isTls = snapshot.scheme === 'https';
    const hostHeader = effects?.hostHeader ?? snapshot.hostHeader;
    const name = (effects?.originOverride?.serverName ?? hostHeader ?? host).replace(/:\d+$/, '');
    const headers = originHeaders(this.#exchange, hostHeader);
    headers.push('connection', 'upgrade', 'upgrade', this.#upgrade.protocol);
    const request = (isTls ? tlsRequest : plainRequest)({
      host: snapshot.address,
      port: snapshot.port,
      method,
      path: target,
      headers,
      agent: false,
      timeout: connectMs,
      ...(isTls && {
        rejectUnauthorized: this.#edge.verifyTls,
        ...(!isIP(name) && { servername: name }),
      }),
    });
    request.once('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        this.#connected.add(request);
        socket.setTimeout(responseMs);
      }),
    );
    return request.once('timeout', () => request.destroy(silence(this.#connected.has(request))));
  }

  /** Until the origin has responded nobody reads from the visitor, so nobody would notice the end. */
  #watchVisitor(): void {
    this.#upgrade.socket.once('readable', this.#onReadable).once('end', this.#onEnd);
  }

  #unwatchVisitor(): void {
    this.#upgrade.socket.off('readable', this.#onReadable).off('end', this.#onEnd);
  }

  /** Takes nothing, but lets the stream find out that it is at its end. */
  readonly #onReadable = (): void => {
    this.#upgrade.socket.read(0);
  };

  readonly #onEnd = (): void => {
    this.#upgrade.socket.destroy();
  };

  /** A response that cannot be passed on, such as one with a status below 100, costs one request. */
  #guarded(upstream: Duplex | IncomingMessage, work: () => void): void {
    try {
      work();
    } catch (error) {
      const { response, ray } = this.#exchange;
      this.#edge.telemetry.stageFailed(ray, error);
      upstream.destroy();
      if (response.headersSent || this.#upstream) this.#upgrade.socket.destroy();
      else sendProblem(this.#exchange, 'originBroken');
    }
  }

  /** The origin has changed the protocol: from here on the two talk to each other. */
  #join(
    origin: OriginRuntime,
    originResponse: IncomingMessage,
    upstream: Duplex,
    head: Buffer,
  ): void {
    const { socket, head: early } = this.#upgrade;
    origin.responded();
    this.#unwatchVisitor();
    this.#upstream = upstream;
    upstream.once('close', () => {
      leave(origin);
    });
    this.#began(originResponse);
    socket.write(switchingHead(this.#headOf(originResponse)));
    if (head.length > 0) socket.write(head);
    if (early.length > 0) upstream.write(early);
    // Always network sockets; the types of the events are wider.
    pass(socket as Socket, upstream as Socket);
    pass(upstream as Socket, socket as Socket);
    this.#endWhenIdle();
  }

  /** What goes either way passes the visitor's connection. */
  #endWhenIdle(): void {
    const { socket } = this.#upgrade;
    (socket as Socket).setTimeout(this.#edge.idleMs, () => socket.destroy());
  }

  /** The origin does not change the protocol: its HTTP response goes to the visitor. */
  #refused(origin: OriginRuntime, originResponse: IncomingMessage): void {
    const { response } = this.#exchange;
    origin.responded();
    this.#unwatchVisitor();
    originResponse.socket.setTimeout(this.#edge.idleMs);
    this.#began(originResponse);
    this.#exchange.contentType = originResponse.headers['content-type'] ?? '';
    writeHead(response, this.#headOf(originResponse), originResponse.statusMessage);
    originResponse.on('data', (chunk: Buffer) => {
      this.#exchange.responseBodyBytes += chunk.length;
    });
    originResponse.on('error', () => response.destroy());
    originResponse.pipe(response);
    this.#endWhenIdle();
  }

  #requestFailed(route: Route, origin: OriginRuntime, request: ClientRequest, error: Error): void {
    const exchange = this.#exchange;
    const { response } = exchange;
    if (response.headersSent || this.#upstream || response.destroyed) return;
    const problem = problemOf(error);
    const wasSent = this.#connected.has(request);
    if (!wasSent && saysOriginIsDown(problem)) {
      origin.connectionFailed(this.#edge.clock.now());
    }
    this.#failed.add(route.origin);
    const next = wasSent ? undefined : this.#nextRoute(route);
    this.#edge.telemetry.originFailed(problem, next !== undefined);
    if (next) this.send(next);
    else sendProblem(exchange, problem);
  }

  #nextRoute(failed: Route): Route | undefined {
    const { routing, attempts, effects } = this.#exchange;
    if (!routing || attempts >= MAX_CONNECTS) return undefined;
    // Every origin of the pool would lead to the same host.
    if (effects?.originOverride?.host !== undefined) return undefined;
    const mayMove = !failed.isPinned || routing.steering.affinity.zeroDowntimeFailover !== 'none';
    return mayMove ? findOtherRoute(routing, failed, this.#failed) : undefined;
  }

  #began(originResponse: IncomingMessage): void {
    const exchange = this.#exchange;
    exchange.originHeadTick = tick();
    exchange.firstByteTick = exchange.originHeadTick;
    exchange.originStatus = originResponse.statusCode ?? 0;
    exchange.status = exchange.originStatus;
  }

  #headOf(originResponse: IncomingMessage): ResponseHead {
    const raw = originResponse.rawHeaders.map((text) => Buffer.from(text, 'latin1'));
    const status = originResponse.statusCode ?? 502;
    const head = { status, headers: responseHeaders(raw).headers };
    for (const stage of responseStages) stage(this.#exchange, head, this.#edge);
    if (status === 101) {
      head.headers.push('connection', 'upgrade');
      head.headers.push('upgrade', originResponse.headers.upgrade ?? this.#upgrade.protocol);
    }
    return head;
  }
}

function switchingHead({ headers }: ResponseHead): Buffer {
  let text = 'HTTP/1.1 101 Switching Protocols\r\n';
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return Buffer.from(`${text}\r\n`, 'latin1');
}

/** One direction of a tunnel. What was sent before the end still arrives; after a failure nothing does. */
function pass(from: Socket, to: Socket): void {
  from.pipe(to);
  from.once('error', () => to.destroy());
  from.once('close', () => (from.readableEnded ? to.destroySoon() : to.destroy()));
}

function silence(isConnected: boolean): Error {
  const code = isConnected ? 'ORIGIN_SILENT' : 'ETIMEDOUT';
  return Object.assign(new Error('the origin did not respond in time'), { code });
}

function leave(origin: OriginRuntime): void {
  origin.inFlight -= 1;
  origin.tunnels -= 1;
}
