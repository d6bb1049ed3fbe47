import { InspectedBody } from '../body/inspected-body.ts';
import { newRandomSeed } from '../extractors/random-seed.ts';
import type { RequestRecord, ResponseRecord } from '../extractors/request-record.ts';
import { protocolName } from '../protocol-name.ts';
import { type HeaderChange, pairsOf, takeHeaderChanges } from './header-changes.ts';
import { normalTarget } from './normal-target.ts';
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
  readonly target: string;
  /** The host that was asked for: as sent, and as the edge spells it. */
  readonly authority: string;
  readonly host: string;
  readonly clientAddress: string;
  readonly serverAddress?: string;
  readonly ray?: string;
  readonly zone?:
    | { readonly section: { readonly name: string; readonly plan: string } }
    | undefined;
  readonly startedAt: number;
  readonly inspectedBody?: InspectedBody;
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
  readonly ray: string | undefined;
  readonly zone: RequestRecord['zone'];
  readonly receivedAt: number;
  readonly rawTarget: string;
  target: string;
  readonly rawHost: string;
  readonly rawHeaders: Headers;
  headers: Headers;
  readonly inspectedBody: InspectedBody;
  response: ResponseRecord | undefined;
  /** As the origin sent it. */
  rawResponse: ResponseRecord | undefined;
  /** By slot of a field; see expression-values.ts. */
  values: unknown[] = [];
  /** An object, so that copies of the request see the same bytes. */
  readonly seed: { bytes?: string } = {};

  constructor(exchange: LiveSource) {
    const { stream } = exchange;
    this.method = exchange.method;
    this.scheme = exchange.scheme;
    this.target = normalTarget(exchange.target);
    this.rawTarget = exchange.target;
    this.version = protocolName(stream);
    this.rawHost = exchange.authority;
    this.rawHeaders = withHost(pairsOf(stream.headers.pairs), exchange);
    this.headers = this.rawHeaders;
    this.clientAddress = exchange.clientAddress;
    this.serverAddress = exchange.serverAddress;
    this.serverPort = stream.connection.localPort;
    this.ray = exchange.ray;
    this.zone = exchange.zone?.section;
    this.receivedAt = exchange.startedAt;
    this.inspectedBody = exchange.inspectedBody ?? InspectedBody.none;
  }

  /** These throw `bodyNotRead` until the body was read, which makes the rule wait for it. */
  get body(): string {
    return this.inspectedBody.text.content;
  }

  get otherBody(): string | undefined {
    return this.inspectedBody.text.other;
  }

  get bodyIsTruncated(): boolean {
    return this.inspectedBody.text.isTruncated;
  }

  get bodySize(): number | undefined {
    return this.inspectedBody.size;
  }

  /** Few rules ask for it. */
  get randomSeed(): string {
    this.seed.bytes ??= newRandomSeed();
    return this.seed.bytes;
  }

  setResponse(response: ResponseRecord): void {
    this.response = response;
    this.rawResponse ??= response;
    this.values = [];
  }

  /** The same request with the headers that the visitor sent, for code that changes by rules must not mislead. */
  withRawHeaders(): LiveRequest {
    if (this.headers === this.rawHeaders) return this;
    return Object.assign(Object.create(this), { headers: this.rawHeaders, values: [] });
  }

  /** What rules of a phase see, for a trace. Nothing is copied: changes replace what they change. */
  viewIn(phase: string, before: PhaseView | undefined): PhaseView {
    const { target, headers, response } = this;
    return { phase, target, headers, response, skippedFrom: -1, before };
  }

  /** The request as it was seen, with values of its own. */
  at({ target, headers, response }: PhaseView): LiveRequest {
    const copy: LiveRequest = Object.create(LiveRequest.prototype);
    return Object.assign(copy, this, { target, headers, response, values: [] });
  }

  /** Lets the phases that follow see what the ones before have changed. */
  update(target: string, changes: readonly HeaderChange[]): void {
    this.target = normalTarget(target);
    this.headers = takeHeaderChanges(this.rawHeaders, changes);
    this.values = [];
  }
}

/** Rules judge the spelling that the origin gets. Most visitors send it themselves. */
function withHost(headers: Headers, { authority, host }: LiveSource): Headers {
  if (authority === host) return headers;
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'host' ? host : value]);
}
