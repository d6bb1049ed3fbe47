import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OriginRuntime } from '../balancing/origin-runtime.ts';
import { findOtherRoute, type Route } from '../balancing/route.ts';
import type { EdgeContext } from '../edge-context.ts';
import { sendProblem } from '../error-page.ts';
import { responseStages } from '../pipeline.ts';
import type { ResponseHead } from '../stages/stage.ts';
import { type Transaction, tick, type UpgradeRequest } from '../transaction.ts';
import { originHeaders } from './origin-headers.ts';
import { responseHeaders, writeHead } from './response-head.ts';
import { problemOf } from './upstream-failure.ts';

const MAX_CONNECTS = 3;

/**
 * A connection that changes its protocol, such as a WebSocket: after the origin has agreed, bytes go
 * both ways unseen until one side ends or nothing was said for long.
 */
export class Tunnel {
  readonly #transaction: Transaction;
  readonly #upgrade: UpgradeRequest;
  readonly #edge: EdgeContext;
  readonly #failed = new Set<OriginRuntime>();
  #request: ClientRequest | undefined;
  #upstream: Duplex | undefined;

  constructor(transaction: Transaction, upgrade: UpgradeRequest, edge: EdgeContext) {
    this.#transaction = transaction;
    this.#upgrade = upgrade;
    this.#edge = edge;
  }

  send(route: Route): void {
    this.#transaction.route = route;
    this.#transaction.attempts += 1;
    this.#transaction.originSentTick = tick();
    const { origin } = route;
    origin.inFlight += 1;
    const request = this.#open(origin);
    this.#request = request;
    request.once('close', () => {
      origin.inFlight -= 1;
    });
    request.once('upgrade', (answer, upstream, head) => this.#join(origin, answer, upstream, head));
    request.once('response', (answer) => this.#refused(origin, answer));
    request.once('error', (error) => this.#connectionFailed(route, error));
    request.end();
  }

  abort(): void {
    this.#request?.destroy();
    this.#upstream?.destroy();
  }

  #open({ snapshot }: OriginRuntime): ClientRequest {
    const { method, target, authority } = this.#transaction;
    const host = snapshot.hostHeader ?? authority;
    const name = host.replace(/:\d+$/, '');
    const headers = originHeaders(this.#transaction, snapshot.hostHeader);
    headers.push('connection', 'upgrade', 'upgrade', this.#upgrade.protocol);
    const send = snapshot.scheme === 'https' ? tlsRequest : plainRequest;
    return send({
      host: snapshot.address,
      port: snapshot.port,
      method,
      path: target,
      headers,
      agent: false,
      timeout: this.#edge.connectMs,
      ...(snapshot.scheme === 'https' && {
        rejectUnauthorized: this.#edge.verifyTls,
        ...(!isIP(name) && { servername: name }),
      }),
    }).once('timeout', () => this.#request?.destroy(timedOut()));
  }

  /** The origin has changed the protocol: from here on the two talk to each other. */
  #join(origin: OriginRuntime, answer: IncomingMessage, upstream: Duplex, head: Buffer): void {
    const { socket, head: early } = this.#upgrade;
    origin.answered();
    this.#upstream = upstream;
    this.#began(answer);
    socket.write(switchingHead(this.#headOf(answer)));
    if (head.length > 0) socket.write(head);
    if (early.length > 0) upstream.write(early);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.pipe(to);
      from.once('error', () => to.destroy());
      from.once('close', () => to.destroy());
    }
    const { idleMs } = this.#edge;
    // Always a network socket; the type of the event is wider.
    (socket as Socket).setTimeout(idleMs, () => socket.destroy());
  }

  /** The origin answers in HTTP: that is the answer. */
  #refused(origin: OriginRuntime, answer: IncomingMessage): void {
    const { response } = this.#transaction;
    origin.answered();
    this.#began(answer);
    writeHead(response, this.#headOf(answer), answer.statusMessage);
    answer.on('data', (chunk: Buffer) => {
      this.#transaction.responseBodyBytes += chunk.length;
    });
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  }

  #connectionFailed(route: Route, error: Error): void {
    const transaction = this.#transaction;
    const { routing, response } = transaction;
    if (response.headersSent || this.#upstream || response.destroyed) return;
    route.origin.connectionFailed(this.#edge.clock.now());
    this.#failed.add(route.origin);
    const next =
      routing && transaction.attempts < MAX_CONNECTS
        ? findOtherRoute(routing, route, this.#failed)
        : undefined;
    this.#edge.telemetry.originFailed(problemOf(error), next !== undefined);
    if (next) this.send(next);
    else sendProblem(transaction, problemOf(error));
  }

  #began(answer: IncomingMessage): void {
    const transaction = this.#transaction;
    transaction.originHeadTick = tick();
    transaction.firstByteTick = transaction.originHeadTick;
    transaction.originStatus = answer.statusCode ?? 0;
    transaction.status = transaction.originStatus;
  }

  #headOf(answer: IncomingMessage): ResponseHead {
    const raw = answer.rawHeaders.map((text) => Buffer.from(text, 'latin1'));
    const status = answer.statusCode ?? 502;
    const head = { status, headers: responseHeaders(raw, answer.headers.connection) };
    for (const stage of responseStages) stage(this.#transaction, head, this.#edge);
    if (status === 101) {
      head.headers.push('connection', 'upgrade');
      head.headers.push('upgrade', answer.headers.upgrade ?? this.#upgrade.protocol);
    }
    return head;
  }
}

function switchingHead({ headers }: ResponseHead): Buffer {
  let text = 'HTTP/1.1 101 Switching Protocols\r\n';
  for (let i = 0; i < headers.length; i += 2) text += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return Buffer.from(`${text}\r\n`, 'latin1');
}

function timedOut(): Error {
  return Object.assign(new Error('the origin did not answer in time'), { code: 'ETIMEDOUT' });
}
