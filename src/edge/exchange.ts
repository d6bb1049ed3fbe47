import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Balancer } from './balancing/balancer.ts';
import type { Route, RouteRequest } from './balancing/route.ts';
import { InspectedBody } from './body/inspected-body.ts';
import { readBody } from './body/read-body.ts';
import type { ChallengeRequest } from './challenge/challenge-request.ts';
import { newRayId } from './ray-id.ts';
import type { LiveRequest } from './rules/live-request.ts';
import type { RuleEffects } from './rules/rule-effects.ts';
import type { RuleTimes } from './rules/run-record.ts';
import { tick } from './tick.ts';
import type { BodyPrefix } from './upstream/body-prefix.ts';
import { hasBody, type RequestBody } from './upstream/request-body.ts';
import type { ResponseCopy } from './upstream/response-copy.ts';
import type { ZoneRuntime } from './zone-runtime.ts';

/** Number by convention for a visitor who left before there was an answer. */
const VISITOR_LEFT = 499;

/** What a visitor's request for another protocol brings along. */
export interface UpgradeRequest {
  readonly protocol: string;
  readonly socket: Duplex;
  /** What followed the request already. */
  readonly head: Buffer;
}

export interface TlsOfVisitor {
  readonly cipher: string;
  readonly protocol: string;
}

/**
 * One request on its way through the edge: what was asked, what was decided, and what became of it.
 * Stages read and write it; the log stage reads it at the end.
 */
export class Exchange {
  readonly ray = newRayId();
  readonly startedAt = Date.now();
  readonly startedTick = tick();
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upgrade: UpgradeRequest | undefined;
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** How the connection is encrypted. A connection that has ended cannot be asked any more. */
  readonly tls: TlsOfVisitor | undefined;
  /** Path and query. An absolute URL is reduced to it. */
  target: string;
  /** The host that was asked for: as sent, and in lower case without port. */
  authority = '';
  host = '';
  /** The other end of the connection, and who is behind it if we trust what it says. */
  readonly peerAddress: string;
  readonly peerPort: number;
  /** Our end of the connection. */
  readonly serverAddress: string;
  peerIsTrusted = false;
  clientAddress: string;
  zone: ZoneRuntime | undefined;
  balancer: Balancer | undefined;
  /** As expressions see it; made when the first one asks. */
  live: LiveRequest | undefined;
  /** What rules have left behind, if any has run. */
  effects: RuleEffects | undefined;
  /** A copy of the answer, where it is to be looked through. */
  copy: ResponseCopy | undefined;
  /** Of sampled requests only. */
  ruleTimes: RuleTimes | undefined;
  route: Route | undefined;
  /** What the first choice was made from, for a second one. */
  routing: RouteRequest | undefined;
  /** What is under way to an origin; a visitor's leaving ends it. */
  upstream: { abort(): void } | undefined;
  /** The body as rules see it. */
  readonly inspectedBody: InspectedBody;
  /** The first bytes of the body, once rules needed them. */
  bodyPrefix: BodyPrefix | undefined;
  /** Present while the request has a body that was not read yet, or not to its end. */
  body: RequestBody | undefined;
  readonly bytesReadBefore: number;
  readonly bytesWrittenBefore: number;
  /** The answer is out, or the visitor gone: nothing is to be done any more. */
  isOver = false;
  /** What came of it, for the log. */
  status = 0;
  problem: string | undefined;
  contentType = '';
  responseBodyBytes = 0;
  firstByteTick = 0;
  originStatus = 0;
  originSentTick = 0;
  originHeadTick = 0;
  originEndTick = 0;
  originExpires = '';
  originLastModified = '';
  attempts = 0;

  constructor(request: IncomingMessage, response: ServerResponse, upgrade?: UpgradeRequest) {
    const { socket } = request;
    this.request = request;
    this.response = response;
    this.upgrade = upgrade;
    this.method = request.method ?? 'GET';
    this.target = request.url ?? '/';
    this.tls = 'encrypted' in socket ? tlsOf(socket as TLSSocket) : undefined;
    this.scheme = this.tls ? 'https' : 'http';
    this.peerAddress = plainAddress(socket.remoteAddress ?? '');
    this.peerPort = socket.remotePort ?? 0;
    this.serverAddress = plainAddress(socket.localAddress ?? '');
    this.clientAddress = this.peerAddress;
    this.inspectedBody = hasBody(request)
      ? new InspectedBody((limits) => readBody(this, limits), declaredSize(request))
      : InspectedBody.none;
    this.bytesReadBefore = socket.bytesRead;
    this.bytesWrittenBefore = socket.bytesWritten;
  }

  /** A header's value; several headers of one name are joined as HTTP says. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** For logs, events and traces, which all say the same of a request. */
  get loggedStatus(): number {
    return this.status || VISITOR_LEFT;
  }

  /** As challenges see it: with the address that the visitor sent. */
  get challenged(): ChallengeRequest {
    const { host, method, scheme, clientAddress, ray } = this;
    const target = this.live?.rawTarget ?? this.target;
    const header = (name: string) => this.header(name);
    return {
      zoneId: this.zone?.id ?? '',
      host,
      method,
      target,
      scheme,
      clientAddress,
      ray,
      header,
    };
  }

  get path(): string {
    const query = this.target.indexOf('?');
    return query === -1 ? this.target : this.target.slice(0, query);
  }
}

function tlsOf(socket: TLSSocket): TlsOfVisitor {
  return { cipher: socket.getCipher()?.name ?? 'NONE', protocol: socket.getProtocol() ?? 'none' };
}

function declaredSize({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** IPv4 in IPv6 clothing, as sockets that listen on both give it, becomes plain IPv4. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
