import type { Dispatcher } from 'undici';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Cidr } from '../kernel/ip.ts';
import { type Resolver, systemResolver } from './accepted-addresses.ts';
import { AddressPolicy } from './address-policy.ts';
import { HopSender } from './hop-sender.ts';
import type {
  BufferedResponse,
  OutboundClient,
  OutboundRequest,
  OutboundResponse,
  OutboundRules,
  ResponseHead,
} from './outbound-client.ts';
import { OutboundError } from './outbound-error.ts';
import { type Hop, nextHop } from './redirect.ts';
import { firstHop, joinedHeaders } from './request-head.ts';
import { RequestLifetime } from './request-lifetime.ts';
import { checkAnnouncedLength, decoded, limitedBody } from './response-body.ts';
import { checkLiteral, listedOnlyReason, literalAddress, parseUrl } from './url-rules.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_REDIRECTS = 5;

export interface GuardedClientOptions {
  /** The value of PALISADE_OUTBOUND_ALLOW. */
  readonly allow?: readonly Cidr[];
  readonly resolve?: Resolver;
  readonly clock?: Clock;
  /** Certificate authorities (PEM) to trust in addition to those of the system. */
  readonly extraCa?: string;
}

/** The outbound client on undici; see docs/decisions/0006-outbound-guard.md. */
export class GuardedClient implements OutboundClient {
  readonly #policy: AddressPolicy;
  readonly #clock: Clock;
  readonly #sender: HopSender;
  readonly #closing = new AbortController();

  constructor(options: GuardedClientOptions = {}) {
    this.#policy = new AddressPolicy(options.allow);
    this.#clock = options.clock ?? systemClock;
    this.#sender = new HopSender({
      policy: this.#policy,
      resolve: options.resolve ?? systemResolver,
      extraCa: options.extraCa,
    });
  }

  checkUrl(text: string, rules: OutboundRules = {}): URL {
    const url = parseUrl(text);
    checkLiteral(url, this.#policy, listedOnlyReason(url, rules));
    return url;
  }

  async checkReachable(text: string, rules: OutboundRules = {}): Promise<URL> {
    const url = this.checkUrl(text, rules);
    if (literalAddress(url) === undefined) await this.#sender.checkName(url, rules);
    return url;
  }

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const first = firstHop(request);
    const lifetime = new RequestLifetime({
      clock: this.#clock,
      timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      caller: request.signal,
      closing: this.#closing.signal,
    });
    try {
      const { hop, response } = await this.#follow(first, request, lifetime.signal);
      return responseOf(request, hop, response, lifetime);
    } catch (error) {
      lifetime.end();
      throw error;
    }
  }

  async fetch(request: OutboundRequest): Promise<BufferedResponse> {
    const { status, headers, url, body } = await this.request(request);
    return { status, headers, url, body: Buffer.concat(await Array.fromAsync(body)) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sender.close();
  }

  /** Sends the first request and follows redirects; each request is checked like the first. */
  async #follow(first: Hop, request: OutboundRequest, signal: AbortSignal) {
    const { maxRedirects = DEFAULT_REDIRECTS, secretHeaders = [] } = request;
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const response = await this.#sender.send(hop, request, signal);
      if (maxRedirects === 0) return { hop, response };
      try {
        const location = [response.headers['location']].flat()[0];
        const next = nextHop(hop, response.statusCode, location, secretHeaders);
        if (!next) return { hop, response };
        if (redirects === maxRedirects) throw tooManyRedirects(hop, maxRedirects);
        hop = next;
      } catch (error) {
        response.body.destroy();
        throw error;
      }
      response.body.destroy();
    }
  }
}

function responseOf(
  request: OutboundRequest,
  hop: Hop,
  response: Dispatcher.ResponseData,
  lifetime: RequestLifetime,
): OutboundResponse {
  const { decompress = false, maxResponseBytes: maxBytes = DEFAULT_MAX_BYTES } = request;
  const { origin, href } = hop.url;
  const headers = joinedHeaders(response.headers);
  const head: ResponseHead = { status: response.statusCode, headers, url: href };
  const release = () => {
    response.body.destroy();
    lifetime.end();
  };
  try {
    const hasBody = hop.method !== 'HEAD';
    if (hasBody) checkAnnouncedLength(headers['content-length'], maxBytes);
    const stream =
      hasBody && decompress ? decoded(response.body, headers['content-encoding']) : response.body;
    const body = limitedBody(stream, { maxBytes, origin, signal: lifetime.signal, release });
    return { ...head, body, discard: release };
  } catch (error) {
    release();
    throw error;
  }
}

function tooManyRedirects(hop: Hop, maxRedirects: number): OutboundError {
  const text = `${hop.url.origin} redirects more than ${maxRedirects} times`;
  return new OutboundError('too_many_redirects', text);
}
