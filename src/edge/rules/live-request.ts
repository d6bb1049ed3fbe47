import type { TrafficSettings } from '../../contracts/snapshot/traffic-settings.ts';
import { type BodyReading, InspectedBody } from '../body/inspected-body.ts';
import { newRandomSeed } from '../extractors/random-seed.ts';
import type { RequestRecord, ResponseRecord } from '../extractors/request-record.ts';
import { protocolName } from '../protocol-name.ts';
import type { ReadTarget } from '../target/read-target.ts';
import { tick } from '../tick.ts';
import { RequestTokens, type TokenReaders } from '../tokens/request-tokens.ts';
import { type HeaderChange, pairsOf, takeHeaderChanges } from './header-changes.ts';
import type { PhaseView } from './run-record.ts';

type Headers = RequestRecord['headers'];

/** What a live request is made from. An exchange has all of it. */
export interface LiveSource {
  readonly stream: {
    readonly version: string;
    readonly headers: { readonly pairs: readonly string[] };
    readonly connection: { readonly localPort: number };
  };
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** As the origin gets it, and as sent. */
  readonly target: string;
  readonly rawTarget: string;
  /** Present if the path has other spellings or readings. */
  readonly readTarget?: ReadTarget | undefined;
  /** The host that was asked for: as sent, and as the edge spells it. */
  readonly authority: string;
  readonly host: string;
  readonly clientAddress: string;
  /** The other end of the connection: the visitor, or a proxy. */
  readonly peerAddress?: string;
  readonly peerPort?: number;
  readonly tls?: RequestRecord['tls'];
  readonly serverAddress?: string;
  readonly ray?: string;
  readonly zone?:
    | {
        readonly section: { readonly name: string; readonly plan: string };
        readonly tokens?: TokenReaders<LiveRequest> | undefined;
        readonly traffic?: Pick<TrafficSettings, 'trueClientIp'> | undefined;
      }
    | undefined;
  readonly startedAt: number;
  /** Looked up when it is asked for. */
  readonly geoLocation?: RequestRecord['geoLocation'];
  readonly inspectedBody?: InspectedBody;
  /** Ticks; 0 for what has not happened. */
  readonly startedTick?: number;
  readonly originSentTick?: number;
  readonly originHeadTick?: number;
  readonly firstByteTick?: number;
}

/**
 * A live request as expressions see it. Values of fields are worked out once and kept until a rule
 * changes the request; what was sent stays to be seen in the raw fields.
 */
export class LiveRequest implements RequestRecord {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  readonly version: string;
  readonly clientAddress: string;
  readonly serverAddress: string | undefined;
  readonly serverPort: number;
  readonly clientPort: number | undefined;
  readonly tls: RequestRecord['tls'];
  readonly ray: string | undefined;
  readonly zone: RequestRecord['zone'];
  readonly receivedAt: number;
  readonly rawTarget: string;
  target: string;
  /** The target in the other ways in which servers read it; undefined for nearly all requests. */
  otherTargets: readonly string[] | undefined;
  readonly rawHost: string;
  readonly rawHeaders: Headers;
  headers: Headers;
  readonly inspectedBody: InspectedBody;
  response: ResponseRecord | undefined;
  /** As the origin sent it. */
  rawResponse: ResponseRecord | undefined;
  /** By slot of a field; see expression-values.ts. */
  values: unknown[] = [];
  /** See `readings`. */
  madeReadings: readonly LiveRequest[] | undefined;
  bodiesInReadings = 0;
  /** Which reading of the body this request has. */
  bodyIndex = 0;
  /** Made when it is asked for, once for the whole request. An object, so that copies of the request see the same. */
  readonly made: { seed?: string; tokens?: RequestTokens<LiveRequest> } = {};
  readonly source: LiveSource;

  constructor(exchange: LiveSource) {
    const { stream } = exchange;
    this.source = exchange;
    this.method = exchange.method;
    this.scheme = exchange.scheme;
    this.target = exchange.readTarget?.seen ?? exchange.target;
    this.otherTargets = exchange.readTarget?.others;
    this.rawTarget = exchange.rawTarget;
    this.version = protocolName(stream);
    this.rawHost = exchange.authority;
    const headers = withHost(pairsOf(stream.headers.pairs), exchange);
    this.rawHeaders = exchange.zone?.traffic?.trueClientIp
      ? withClientAddress(headers, exchange.clientAddress)
      : headers;
    this.headers = this.rawHeaders;
    this.clientAddress = exchange.clientAddress;
    this.serverAddress = exchange.serverAddress;
    this.serverPort = stream.connection.localPort;
    const isPeer = exchange.clientAddress === exchange.peerAddress;
    this.clientPort = isPeer ? exchange.peerPort : undefined;
    this.tls = exchange.tls;
    this.ray = exchange.ray;
    this.zone = exchange.zone?.section;
    this.receivedAt = exchange.startedAt;
    this.inspectedBody = exchange.inspectedBody ?? InspectedBody.none;
  }

  /** These throw `bodyNotRead` until the body was read, which makes the rule wait for it. */
  get body(): string {
    return bodyReadingOf(this).content;
  }

  get decodesParts(): boolean {
    return bodyReadingOf(this).decodesParts;
  }

  get decodedBody(): string {
    return this.inspectedBody.text.decoded;
  }

  get bodyIsDamaged(): boolean {
    return this.inspectedBody.text.isDamaged;
  }

  get bodyIsTruncated(): boolean {
    return this.inspectedBody.text.isTruncated;
  }

  get bodySize(): number | undefined {
    return this.inspectedBody.size;
  }

  /** Few rules ask for it. */
  get randomSeed(): string {
    this.made.seed ??= newRandomSeed();
    return this.made.seed;
  }

  get tokens(): RequestTokens<LiveRequest> | undefined {
    const configurations = this.source.zone?.tokens;
    if (!configurations) return undefined;
    this.made.tokens ??= new RequestTokens(configurations, this.withRawHeaders());
    return this.made.tokens;
  }

  get geoLocation(): RequestRecord['geoLocation'] {
    return this.source.geoLocation;
  }

  get originMs(): number {
    const { originSentTick = 0, originHeadTick = 0 } = this.source;
    return originHeadTick > originSentTick ? Math.round(originHeadTick - originSentTick) : 0;
  }

  get edgeMs(): number {
    const { startedTick = 0, firstByteTick = 0 } = this.source;
    return Math.max(0, Math.round((firstByteTick || tick()) - startedTick) - this.originMs);
  }

  setResponse(response: ResponseRecord): void {
    this.response = response;
    this.rawResponse ??= response;
    this.values = [];
    this.madeReadings = undefined;
  }

  /** The same request with the headers that the visitor sent, for code that changes by rules must not mislead. */
  withRawHeaders(): LiveRequest {
    if (this.headers === this.rawHeaders) return this;
    return Object.assign(Object.create(this), { headers: this.rawHeaders, values: [] });
  }

  /** What rules of a phase see, for a trace. Nothing is copied: changes replace what they change. */
  viewIn(phase: string, before: PhaseView | undefined): PhaseView {
    const { target, otherTargets, headers, response } = this;
    return { phase, target, otherTargets, headers, response, skippedFrom: -1, before };
  }

  /** The request as it was seen, with values of its own. */
  at({ target, otherTargets, headers, response }: PhaseView): LiveRequest {
    const copy: LiveRequest = Object.create(LiveRequest.prototype);
    const seen = { target, otherTargets, headers, response };
    return Object.assign(copy, this, seen, { values: [], madeReadings: undefined });
  }

  /** Lets the phases that follow see what the ones before have changed. */
  update(
    { target, readTarget }: Pick<LiveSource, 'target' | 'readTarget'>,
    changes: readonly HeaderChange[],
  ): void {
    this.target = readTarget?.seen ?? target;
    this.otherTargets = readTarget?.others;
    this.headers = takeHeaderChanges(this.rawHeaders, changes);
    this.values = [];
    this.madeReadings = undefined;
  }

  /**
   * The request in each way in which servers may read it, this one first; undefined if there is only one way, as for
   * nearly all requests. A body adds its readings when it was read.
   */
  get readings(): readonly LiveRequest[] | undefined {
    const { otherTargets, inspectedBody } = this;
    if (!otherTargets?.length && !inspectedBody.hasReadings) return undefined;
    const bodies = inspectedBody.wasRead ? inspectedBody.text.readings.length : 1;
    // They were made before the body was read.
    if (this.madeReadings && this.bodiesInReadings === bodies) return this.madeReadings;
    this.bodiesInReadings = bodies;
    this.madeReadings = readingsOf(this, bodies);
    return this.madeReadings;
  }
}

/** Every reading of the target with every reading of the body, the request itself first. */
function readingsOf(request: LiveRequest, bodies: number): LiveRequest[] {
  const targets = [request.target, ...(request.otherTargets ?? [])];
  return targets.flatMap((target, n) =>
    Array.from({ length: bodies }, (_, bodyIndex) => {
      if (n === 0 && bodyIndex === 0) return request;
      const own = {
        target,
        bodyIndex,
        otherTargets: undefined,
        madeReadings: undefined,
        values: [],
      };
      return Object.assign(Object.create(request), own);
    }),
  );
}

function bodyReadingOf({ inspectedBody, bodyIndex }: LiveRequest): BodyReading {
  const { readings } = inspectedBody.text;
  return readings[bodyIndex] ?? readings[0];
}

/** Rules see the field that the origin gets, and not one that a visitor has forged. */
function withClientAddress(headers: Headers, address: string): Headers {
  const others = headers.filter(
    ([name]) => name.toLowerCase().replaceAll('_', '-') !== 'true-client-ip',
  );
  return [...others, ['true-client-ip', address]];
}

/** Rules judge the spelling that the origin gets. Most visitors send it themselves. */
function withHost(headers: Headers, { authority, host }: LiveSource): Headers {
  if (authority === host) return headers;
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'host' ? host : value]);
}
