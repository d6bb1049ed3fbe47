import type { GeoLocation } from '../contracts/geo-location.ts';
import type { VisitorLocations } from '../detectors/geoip/visitor-locations.ts';
import { InspectedBody } from '../request/body/inspected-body.ts';
import type { ReadTarget } from '../request/target/read-target.ts';
import type { HttpStream, TlsInfo } from '../transport/http-stream.ts';
import type { Balancer } from './balancing/balancer.ts';
import type { Route, RouteRequest } from './balancing/route.ts';
import type { ChallengeRequest } from './challenge/challenge-request.ts';
import { type ConnectionMemo, memoOf } from './connection-memo.ts';
import { newRayId } from './ray-id.ts';
import type { LiveRequest } from './rules/live-request.ts';
import type { RuleEffects } from './rules/rule-effects.ts';
import type { RuleTimes } from './rules/run-record.ts';
import { tick, timeOf } from './tick.ts';
import type { BodyPrefix } from './upstream/body-prefix.ts';
import type { ForwardedBody } from './upstream/forwarded-body.ts';
import { readBody } from './upstream/read-body.ts';
import type { ResponseCopy } from './upstream/response-copy.ts';
import type { ZoneRuntime } from './zone-runtime.ts';

/** The conventional status in logs (nginx) for a client that closed the connection before the response. */
const VISITOR_LEFT = 499;

/**
 * The state of one request and its response in the edge: the request, the decisions of stages, and the result. Stages
 * read and write it; the log reads it at the end.
 */
export class Exchange {
  readonly ray = newRayId();
  readonly startedTick = tick();
  readonly startedAt = timeOf(this.startedTick);
  readonly stream: HttpStream;
  /** Values that are cached per connection. */
  readonly memo: ConnectionMemo;
  /** The requested protocol upgrade, such as `websocket`; undefined if there is none. */
  readonly upgrade: string | undefined;
  readonly method: string;
  /** As the visitor sees it: a trusted proxy in front of the edge may terminate TLS. */
  scheme: 'http' | 'https';
  /** How the connection is encrypted. A copy, because a closed connection no longer has this information. */
  readonly tls: TlsInfo | undefined;
  /** Path and query as sent, also if the visitor sent an absolute URL. */
  rawTarget: string;
  /** Path and query as the origin gets them: normalised, and as rules have rewritten them. */
  target: string;
  /** The access key in the URL of a call to the gateway. */
  gatewayKey: string | undefined;
  /** Path and query as sent, with that key. Only the visitor who sent it may see this. */
  keyedTarget: string | undefined;
  /** Present if the path has other spellings or readings. */
  readTarget: ReadTarget | undefined;
  /** The requested host as sent; `host` is normalised, for rules and origins. */
  authority = '';
  host = '';
  /** The remote address of the connection. If that is a trusted proxy, `clientAddress` is the visitor behind it. */
  readonly peerAddress: string;
  readonly peerPort: number;
  /** The local address of the connection. */
  readonly serverAddress: string;
  peerIsTrusted = false;
  clientAddress: string;
  /** Looks up locations of addresses; undefined without MMDB files. */
  locations: VisitorLocations | undefined;
  zone: ZoneRuntime | undefined;
  balancer: Balancer | undefined;
  /** The request as expressions see it; created when the first one is evaluated. */
  live: LiveRequest | undefined;
  /** The effects of rules, if any has run. */
  effects: RuleEffects | undefined;
  /** A copy of the response, if it will be scanned. */
  copy: ResponseCopy | undefined;
  /** Whether page monitoring samples the request; undefined until that is decided. */
  isSampled: boolean | undefined;
  /** Only for sampled requests. */
  ruleTimes: RuleTimes | undefined;
  route: Route | undefined;
  /** The input of the first choice of an origin, kept for retries. */
  routing: RouteRequest | undefined;
  /** The request to an origin. It is aborted when the visitor leaves. */
  upstream: { abort(): void } | undefined;
  /** The body as rules see it. */
  readonly inspectedBody: InspectedBody;
  /** The first bytes of the body, once rules needed them. */
  bodyPrefix: BodyPrefix | undefined;
  /** Present while the request has a body that was not read yet, or not to its end. */
  body: ForwardedBody | undefined;
  /** Whether the exchange has ended: the response was sent, or the visitor left. */
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
  endTick = 0;
  /** Tick of the socket read that contained the response head, while that read is handled; otherwise 0. Saves clock reads. */
  readTick = 0;
  originExpires = '';
  originLastModified = '';
  attempts = 0;

  constructor(stream: HttpStream) {
    const { connection } = stream;
    this.stream = stream;
    this.memo = memoOf(connection);
    this.upgrade = upgradeOf(stream);
    this.method = stream.method;
    this.rawTarget = stream.target;
    this.target = stream.target;
    this.tls = connection.tls;
    this.scheme = this.tls ? 'https' : 'http';
    this.peerAddress = connection.remoteAddress;
    this.peerPort = connection.remotePort;
    this.serverAddress = connection.localAddress;
    this.clientAddress = this.peerAddress;
    this.inspectedBody = stream.body
      ? new InspectedBody((limits) => readBody(this, limits), declaredSize(stream))
      : InspectedBody.none;
  }

  /** A header's value. Several headers of one name are joined, RFC 9110, section 5.3. */
  header(name: string): string | undefined {
    return this.stream.headers.get(name);
  }

  /** The location of the visitor; undefined without MMDB files. */
  get geoLocation(): GeoLocation | undefined {
    return this.locations && this.memo.locationOf(this.clientAddress, this.locations);
  }

  /** The status in logs, events and traces. */
  get loggedStatus(): number {
    return this.status || VISITOR_LEFT;
  }

  /** The request as challenges see it: with the target that the visitor sent, before rules changed it. */
  get challenged(): ChallengeRequest {
    const { host, method, scheme, clientAddress, ray, rawTarget: target } = this;
    const header = (name: string) => this.header(name);
    return {
      zoneId: this.zone?.id ?? '',
      host,
      method,
      target,
      scheme,
      clientAddress,
      ray,
      clearanceSeconds: this.zone?.traffic?.clearanceSeconds,
      header,
    };
  }

  get path(): string {
    const query = this.target.indexOf('?');
    return query === -1 ? this.target : this.target.slice(0, query);
  }
}

function declaredSize({ headers }: HttpStream): number | undefined {
  const length = headers.get('content-length');
  return length === undefined ? undefined : Number(length);
}

/**
 * HTTP/2 without TLS (h2c) would let further requests bypass the rules inside the tunnel, so a list of protocols that contains it is
 * ignored.
 */
function upgradeOf(stream: HttpStream): string | undefined {
  if (!stream.isUpgrade) return undefined;
  const protocol = stream.headers.get('upgrade') ?? '';
  return /\bh2c?\b/i.test(protocol) ? undefined : protocol;
}
