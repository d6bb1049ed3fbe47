import type { TrafficSettings } from '../../contracts/snapshot/traffic-settings.ts';
import { type AttackReport, inspectRequest } from '../../detectors/attacks/inspect-request.ts';
import { type BodyReading, InspectedBody } from '../../request/body/inspected-body.ts';
import { newRandomSeed } from '../../request/random-seed.ts';
import { hasOddHead, listReadings } from '../../request/readings.ts';
import type { RequestRecord, ResponseRecord } from '../../request/request-record.ts';
import type { ReadTarget } from '../../request/target/read-target.ts';
import { inspectedValues } from '../../request/values/inspected-values.ts';
import { protocolName } from '../protocol-name.ts';
import { tick } from '../tick.ts';
import { RequestTokens, type TokenReaders } from '../tokens/request-tokens.ts';
import { applyHeaderChanges, type HeaderChange, pairsOf } from './header-changes.ts';
import type { PhaseView } from './run-record.ts';

type Headers = RequestRecord['headers'];

/** The parts of an exchange that a live request reads. */
export interface LiveSource {
  readonly stream: {
    readonly version: string;
    readonly headers: { readonly pairs: readonly string[] };
    readonly connection: { readonly localPort: number };
  };
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** As the origin gets it; `rawTarget` is as sent. */
  readonly target: string;
  readonly rawTarget: string;
  /** Present if the path has other spellings or readings. */
  readonly readTarget?: ReadTarget | undefined;
  /** The requested host as sent; `host` is normalised. */
  readonly authority: string;
  readonly host: string;
  readonly clientAddress: string;
  /** The remote address of the connection: the visitor, or a proxy. */
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
  /** Looked up lazily. */
  readonly geoLocation?: RequestRecord['geoLocation'];
  readonly inspectedBody?: InspectedBody;
  /** Ticks; 0 for steps that have not happened. */
  readonly startedTick?: number;
  readonly originSentTick?: number;
  readonly originHeadTick?: number;
  readonly firstByteTick?: number;
}

/**
 * A live request as expressions see it. Values of fields are computed once and cached until a rule changes the request;
 * raw fields have the values as sent.
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
  /** Other readings of the target; undefined for nearly all requests. */
  otherTargets: readonly string[] | undefined;
  readonly rawHost: string;
  readonly rawHeaders: Headers;
  headers: Headers;
  readonly inspectedBody: InspectedBody;
  response: ResponseRecord | undefined;
  /** As the origin sent it. */
  rawResponse: ResponseRecord | undefined;
  /** Cached values by slot of a field; see expression-values.ts. */
  values: unknown[] = [];
  /** See `readings`. */
  madeReadings: readonly LiveRequest[] | undefined;
  readingsPerTarget = 0;
  /** Whether lenient servers read other names of arguments or cookies. Computed lazily. */
  hasOddHead: boolean | undefined;
  readonly readsLeniently: boolean = false;
  /** Which reading of the body this request has. */
  bodyIndex = 0;
  /** Created lazily, once per request. An object, so that copies of the request share it. */
  readonly made: {
    seed?: string;
    tokens?: RequestTokens<LiveRequest>;
    attacks?: AttackReport | undefined;
  } = {};
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

  /** This and the following getters throw `bodyNotRead` until the body was read, which makes the rule wait for it. */
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

  /** Created lazily, because few rules use it. */
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

  /** Of all readings together. Throws `bodyNotRead` until the body was read. */
  get attacks(): AttackReport {
    this.made.attacks ??= inspectRequest(inspectedValues(this.wholeReadings()));
    return this.made.attacks;
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

  /** Requires the body, since it may have further readings. */
  wholeReadings(): readonly LiveRequest[] {
    this.inspectedBody.require();
    return this.readings ?? [this];
  }

  setResponse(response: ResponseRecord): void {
    this.response = response;
    this.rawResponse ??= response;
    this.values = [];
    this.madeReadings = undefined;
  }

  /** The same request with the headers as the visitor sent them, for checks that changes by rules must not affect. */
  withRawHeaders(): LiveRequest {
    if (this.headers === this.rawHeaders) return this;
    return Object.assign(Object.create(this), { headers: this.rawHeaders, values: [] });
  }

  /** The state of the request that rules of a phase see, for a trace. Nothing is copied, because changes replace these values. */
  viewIn(phase: string, before: PhaseView | undefined, firstRecord = 0): PhaseView {
    const { target, otherTargets, headers, response } = this;
    const skippedFrom = -1;
    return { phase, target, otherTargets, headers, response, firstRecord, skippedFrom, before };
  }

  /** A copy of the request in the state of a phase, with its own cached values. */
  at({ target, otherTargets, headers, response }: PhaseView): LiveRequest {
    const copy: LiveRequest = Object.create(LiveRequest.prototype);
    const seen = { target, otherTargets, headers, response };
    const fresh = { values: [], madeReadings: undefined, hasOddHead: undefined };
    return Object.assign(copy, this, seen, fresh);
  }

  /** Applies the changes of a phase, so that the following phases see them. */
  update(
    { target, readTarget }: Pick<LiveSource, 'target' | 'readTarget'>,
    changes: readonly HeaderChange[],
  ): void {
    this.target = readTarget?.seen ?? target;
    this.otherTargets = readTarget?.others;
    this.headers = applyHeaderChanges(this.rawHeaders, changes);
    this.values = [];
    this.madeReadings = undefined;
    this.hasOddHead = undefined;
    this.made.attacks = undefined;
  }

  /**
   * All readings of the request, this one first; undefined if there is only one, as for nearly all requests. The
   * readings of the body are included once it was read.
   */
  get readings(): readonly LiveRequest[] | undefined {
    const { otherTargets, inspectedBody } = this;
    this.hasOddHead ??= hasOddHead(this);
    const isOdd = this.hasOddHead || inspectedBody.hasOddNames;
    if (!isOdd && !otherTargets?.length && !inspectedBody.hasReadings) return undefined;
    const bodies = inspectedBody.wasRead ? inspectedBody.text.readings.length : 1;
    const perTarget = isOdd ? 2 * bodies : bodies;
    // Readings that were made before the body was read lack those of the body.
    if (this.madeReadings && this.readingsPerTarget === perTarget) return this.madeReadings;
    this.readingsPerTarget = perTarget;
    this.madeReadings = readingsOf(this, bodies, isOdd);
    return this.madeReadings;
  }
}

/** A request per reading, the request itself first. */
function readingsOf(request: LiveRequest, bodies: number, hasOddNames: boolean): LiveRequest[] {
  const targets = [request.target, ...(request.otherTargets ?? [])];
  return listReadings(targets, bodies, hasOddNames).map((reading, n) => {
    if (n === 0) return request;
    const fresh = { otherTargets: undefined, madeReadings: undefined, values: [] };
    return Object.assign(Object.create(request), reading, fresh);
  });
}

function bodyReadingOf({ inspectedBody, bodyIndex }: LiveRequest): BodyReading {
  const { readings } = inspectedBody.text;
  return readings[bodyIndex] ?? readings[0];
}

/** Rules see the `True-Client-IP` that the origin gets, not one that a visitor has forged. */
function withClientAddress(headers: Headers, address: string): Headers {
  const others = headers.filter(
    ([name]) => name.toLowerCase().replaceAll('_', '-') !== 'true-client-ip',
  );
  return [...others, ['true-client-ip', address]];
}

/** Rules see the normalised host that the origin gets. Most visitors send it in this form. */
function withHost(headers: Headers, { authority, host }: LiveSource): Headers {
  if (authority === host) return headers;
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'host' ? host : value]);
}
