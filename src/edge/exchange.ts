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

/** The status that logs use, by convention, for a visitor who left before there was a response. */
const VISITOR_LEFT = 499;

/** A visitor's request to switch to another protocol. */
export interface UpgradeRequest {
  readonly protocol: string;
  readonly socket: Duplex;
  /** Bytes that arrived directly after the request. */
  readonly head: Buffer;
}

export interface TlsOfVisitor {
  readonly cipher: string;
  readonly protocol: string;
}

/**
 * One request and its response on their way through the edge: what was requested, what was decided, and the
 * result. Stages read and write it; the log reads it at the end.
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
  /** Read at the start, because a connection that has ended does not know it any more. */
  readonly tls: TlsOfVisitor | undefined;
  /** Path and query, also if the request line had an absolute URL. */
  target: string;
  /** The requested host: as sent, and in lower case without port. */
  authority = '';
  host = '';
  /** The other end of the connection. `clientAddress` is the visitor behind it, if it is a trusted proxy. */
  readonly peerAddress: string;
  readonly peerPort: number;
  /** The edge's end of the connection. */
  readonly serverAddress: string;
  peerIsTrusted = false;
  clientAddress: string;
  zone: ZoneRuntime | undefined;
  balancer: Balancer | undefined;
  /** The request as expressions see it; created when the first one is evaluated. */
  live: LiveRequest | undefined;
  /** The effects of rules, if any has run. */
  effects: RuleEffects | undefined;
  /** A copy of the response, if it will be scanned. */
  copy: ResponseCopy | undefined;
  /** Only for sampled requests. */
  ruleTimes: RuleTimes | undefined;
  route: Route | undefined;
  /** The input of the first choice of an origin, for a second choice. */
  routing: RouteRequest | undefined;
  /** The request to an origin. It is aborted when the visitor leaves. */
  upstream: { abort(): void } | undefined;
  /** The body as rules see it. */
  readonly inspectedBody: InspectedBody;
  /** The first bytes of the body, once rules needed them. */
  bodyPrefix: BodyPrefix | undefined;
  /** The body on its way to the origin. */
  body: RequestBody | undefined;
  readonly bytesReadBefore: number;
  readonly bytesWrittenBefore: number;
  /** The response was sent or the visitor left: there is nothing left to do. */
  isOver = false;
  /** The result, for the log. */
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

  /** A header's value. Several headers of one name are joined, RFC 9110, section 5.3. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** The status in logs, events and traces. */
  get loggedStatus(): number {
    return this.status || VISITOR_LEFT;
  }

  /** The request as challenges see it: with the target that the visitor sent, before rules changed it. */
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

/** A socket that listens on IPv4 and IPv6 gives IPv4 addresses in mapped form (`::ffff:192.0.2.1`). */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
