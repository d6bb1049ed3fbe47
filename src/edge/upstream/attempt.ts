import type { Socket } from 'node:net';
import type { HeaderList } from '../../transport/header-list.ts';
import { MAX_JOINED_BYTES } from '../../transport/http-stream.ts';
import type { ResponseHead as OriginHead } from '../../transport/http1/response-head.ts';
import type { OriginPool } from '../../transport/http1-origin/origin-pool.ts';
import type {
  OriginExchange,
  OriginHandler,
  OriginRequest,
} from '../../transport/http1-origin/origin-request.ts';
import type { EdgeContext } from '../edge-context.ts';
import type { Exchange } from '../exchange.ts';
import { stagesOf } from '../pipeline.ts';
import type { ResponseHead } from '../stages/stage.ts';
import { tick } from '../tick.ts';
import { responseHeaders } from './response-head.ts';
import { joinTunnel } from './tunnel.ts';

export interface FailedAttempt {
  readonly kind: 'failed';
  readonly error: Error;
  /** False if no connection was established, so the origin has not received the request. */
  readonly wasSent: boolean;
}

export type AttemptOutcome =
  | { readonly kind: 'responded' }
  /** The visitor left. */
  | { readonly kind: 'aborted' }
  | FailedAttempt;

/** RFC 8288. Malformed Link values are ignored. */
const LINK = /^<[^>]*>/;

/** One request to one origin. Streams the response to the visitor with backpressure. */
export class Attempt implements OriginHandler {
  readonly #exchange: Exchange;
  readonly #edge: EdgeContext;
  #onEnd: ((outcome: AttemptOutcome) => void) | undefined;
  #origin: OriginExchange | undefined;
  #wasSent = false;
  #hasHead = false;
  /** The head of the response until its first bytes are valid: if they are not, an error page is sent instead. */
  #pending: { readonly origin: OriginHead; readonly head: ResponseHead } | undefined;
  #isStalled = false;
  #bytesToOrigin = 0;
  /** The `Content-Length` of the response; -1 without one. */
  #length = -1;
  /** A short body that arrived in one chunk. */
  #whole: Buffer | undefined;

  constructor(exchange: Exchange, edge: EdgeContext, onEnd: (outcome: AttemptOutcome) => void) {
    this.#exchange = exchange;
    this.#edge = edge;
    this.#onEnd = onEnd;
  }

  begin(pool: OriginPool, request: OriginRequest): void {
    this.#origin = pool.send(request, this);
  }

  abort(): void {
    const origin = this.#origin;
    this.#finish({ kind: 'aborted' });
    origin?.abort();
  }

  /** True while the visitor does not read the response, and while the upload makes progress or waits for the visitor. */
  shouldExtendDeadline(): boolean {
    if (this.#hasHead) return this.#isStalled;
    const { body } = this.#exchange;
    if (!body?.isUnderWay) return false;
    const moves = body.received > this.#bytesToOrigin;
    this.#bytesToOrigin = body.received;
    return moves || body.isWaiting;
  }

  onSent(): void {
    this.#wasSent = true;
  }

  onInform(status: number, headers: HeaderList): void {
    const { stream } = this.#exchange;
    const link = headers.get('link');
    if (status === 102 && stream.version !== '2') stream.inform(102, []);
    if (status === 103 && link !== undefined && LINK.test(link)) stream.inform(103, ['Link', link]);
  }

  onHead(origin: OriginHead): void {
    const { headers } = origin;
    this.#hasHead = true;
    this.#pending = { origin, head: this.#headOf(origin) };
    this.#exchange.contentType = headers.get('content-type') ?? '';
    this.#exchange.firstByteTick = this.#exchange.originHeadTick;
    // The same read may contain the end of the response.
    this.#exchange.readTick = this.#exchange.originHeadTick;
    if (origin.framing.kind === 'length') this.#length = origin.framing.length;
  }

  onData(chunk: Buffer): boolean {
    const exchange = this.#exchange;
    exchange.responseBodyBytes += chunk.length;
    exchange.copy?.add(chunk);
    if (chunk.length === this.#length && chunk.length <= MAX_JOINED_BYTES) {
      this.#whole = chunk;
      return true;
    }
    this.#respond();
    if (exchange.stream.write(chunk)) return true;
    this.#isStalled = true;
    const resume = () => {
      this.#isStalled = false;
      this.#origin?.resume();
    };
    exchange.stream.onDrain = resume;
    return false;
  }

  onRead(): void {
    this.#exchange.readTick = 0;
    this.#respond();
    this.#exchange.stream.flush();
  }

  onEnd(trailers: HeaderList | undefined): void {
    const exchange = this.#exchange;
    exchange.originEndTick = exchange.readTick || tick();
    try {
      this.#respond();
    } catch (error) {
      // The connection to the origin expects nothing after the end, so it does not report the exception.
      this.onError(error as Error);
      return;
    }
    this.#finish({ kind: 'responded' });
    exchange.stream.end(this.#whole, trailers?.pairs);
    exchange.readTick = 0;
  }

  onUpgrade(origin: OriginHead, upstream: Socket, received: Buffer): void {
    const exchange = this.#exchange;
    const head = this.#headOf(origin);
    head.headers.push('connection', 'upgrade', 'upgrade', exchange.upgrade ?? '');
    const { socket, received: early } = exchange.stream.takeOver(head.headers);
    exchange.firstByteTick = exchange.originHeadTick;
    joinTunnel({ socket, received: early }, { socket: upstream, received }, this.#edge.idleMs);
    upstream.once('close', () => this.#finish({ kind: 'responded' }));
    const { gateway, snapshots } = this.#edge;
    if (exchange.route !== gateway?.route) return;
    gateway?.tunnels.add(socket, exchange, (host) => snapshots.zoneOfHost(host));
  }

  onError(error: Error): void {
    const { stream } = this.#exchange;
    this.#exchange.originEndTick = tick();
    this.#exchange.readTick = 0;
    // If the head could not be sent, another attempt or an error page may follow.
    const hasBegun = stream.hasResponded;
    this.#finish({ kind: 'failed', error, wasSent: this.#wasSent });
    // A response that has begun cannot be replaced, so it is aborted, which clients recognise as incomplete.
    if (hasBegun) stream.abort();
  }

  #respond(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    const { origin, head } = pending;
    this.#exchange.stream.respond(head.status, origin.reason, head.headers, origin.headers);
  }

  #headOf({ status, headers }: OriginHead): ResponseHead {
    const exchange = this.#exchange;
    exchange.originHeadTick = tick();
    exchange.originStatus = status;
    exchange.originExpires = headers.get('expires') ?? '';
    exchange.originLastModified = headers.get('last-modified') ?? '';
    const head = { status, headers: responseHeaders(status, headers) };
    this.#runStages(head);
    exchange.status = head.status;
    return head;
  }

  /** A bug in a stage fails one response: the transport treats the exception like a broken response of the origin. */
  #runStages(head: ResponseHead): void {
    const { zone } = this.#exchange;
    try {
      // Requests without a zone are not forwarded.
      for (const stage of zone ? stagesOf(zone).response : []) {
        stage(this.#exchange, head, this.#edge);
      }
    } catch (error) {
      this.#edge.telemetry.stageFailed(this.#exchange.ray, error);
      throw error;
    }
  }

  #finish(outcome: AttemptOutcome): void {
    const end = this.#onEnd;
    this.#onEnd = undefined;
    // From here on the connection to the origin may serve another request.
    this.#origin = undefined;
    end?.(outcome);
  }
}
