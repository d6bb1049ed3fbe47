import type { Dispatcher } from 'undici';
import type { EdgeContext } from '../edge-context.ts';
import type { Exchange } from '../exchange.ts';
import { responseStages } from '../pipeline.ts';
import { tick } from '../tick.ts';
import { isHttp2, responseHeaders, writeHead } from './response-head.ts';
import type { PendingResponse } from './slow-responses.ts';

export type AttemptOutcome =
  | { readonly kind: 'responded' }
  /** The visitor left. */
  | { readonly kind: 'aborted' }
  | {
      readonly kind: 'failed';
      readonly error: Error;
      /** False: no connection came about, so the origin knows nothing of the request. */
      readonly wasSent: boolean;
    };

type Abort = (error?: Error) => void;

/** Bytes up to which a body is sent together with its head as one text, which costs one copy less in Node. */
const MAX_TEXT = 16 * 1024;

const aborted = new Error('the visitor has left');

/**
 * One request to one origin, and its response, streamed to the visitor at the visitor's pace. Of the two
 * sets of callbacks that the HTTP client knows, these are the ones it calls itself: the others are
 * wrapped around them and have every header parsed once more.
 */
export class Attempt implements Dispatcher.DispatchHandler, PendingResponse {
  readonly #exchange: Exchange;
  readonly #edge: EdgeContext;
  #end: ((outcome: AttemptOutcome) => void) | undefined;
  #abort: Abort | undefined;
  #isAborted = false;
  slot = -1;
  idleChecks = 0;
  hasHead = false;
  #bytesToOrigin = 0;
  #hasBody = false;
  #stalled: NodeJS.Timeout | undefined;
  #resume: () => void = () => {};
  /** The length that the origin has announced. */
  #length = -1;
  /** A short body that came in one piece. */
  #whole: string | undefined;

  constructor(exchange: Exchange, edge: EdgeContext, onEnd: (outcome: AttemptOutcome) => void) {
    this.#exchange = exchange;
    this.#edge = edge;
    this.#end = onEnd;
  }

  abort(): void {
    this.#isAborted = true;
    this.#abort?.(aborted);
  }

  isExcused(): boolean {
    if (this.hasHead) return this.#stalled !== undefined;
    const { body } = this.#exchange;
    if (!body) return false;
    const moves = body.received > this.#bytesToOrigin;
    this.#bytesToOrigin = body.received;
    return moves || body.isWaiting;
  }

  fail(error: Error): void {
    this.#abort?.(error);
  }

  onConnect(abort: Abort): void {
    this.#abort = abort;
    if (this.#isAborted) abort(aborted);
    else this.#edge.slowResponses.watch(this);
  }

  onHeaders(status: number, raw: Buffer[], resume: () => void, reason: string): boolean {
    const { headers, known } = responseHeaders(raw);
    this.idleChecks = 0;
    if (status < 200) {
      this.#informational(status, known.link);
      return true;
    }
    this.hasHead = true;
    this.#resume = resume;
    const exchange = this.#exchange;
    const { response } = exchange;
    exchange.originHeadTick = tick();
    exchange.originStatus = status;
    exchange.originExpires = known.expires ?? '';
    exchange.originLastModified = known['last-modified'] ?? '';
    const head = { status, headers };
    for (const stage of responseStages) stage(exchange, head, this.#edge);
    exchange.status = head.status;
    exchange.contentType = known['content-type'] ?? '';
    writeHead(response, head, reason);
    exchange.firstByteTick = tick();
    const length = known['content-length'];
    if (length === undefined) this.#flushSoon();
    else this.#length = Number(length);
    return true;
  }

  onData(chunk: Buffer): boolean {
    const { response } = this.#exchange;
    this.#hasBody = true;
    this.idleChecks = 0;
    this.#exchange.responseBodyBytes += chunk.length;
    this.#exchange.copy?.add(chunk);
    if (chunk.length === this.#length && chunk.length <= MAX_TEXT) {
      this.#whole = chunk.toString('latin1');
      return true;
    }
    if (response.write(chunk)) return true;
    // Or else visitors who take nothing could hold all connections to the origin.
    this.#stalled = setTimeout(() => response.destroy(), this.#edge.visitorMs).unref();
    response.once('drain', () => {
      clearTimeout(this.#stalled);
      this.#stalled = undefined;
      this.#resume();
    });
    return false;
  }

  onComplete(raw: string[] | null): void {
    // Bytes, whatever the types of the client say.
    const trailers = raw as unknown as Buffer[] | null;
    const { response } = this.#exchange;
    this.#exchange.originEndTick = tick();
    this.#finish({ kind: 'responded' });
    if (trailers && trailers.length > 0) addTrailers(response, trailers);
    if (this.#whole === undefined) response.end();
    else response.end(this.#whole, 'latin1');
    if (response.writableLength > 0) this.#watchRest();
  }

  /** The last bytes wait for the visitor, and nothing else would notice one who never takes them. */
  #watchRest(): void {
    const { response } = this.#exchange;
    const timer = setTimeout(() => response.destroy(), this.#edge.visitorMs).unref();
    response.once('close', () => clearTimeout(timer));
  }

  onError(error: Error): void {
    this.#exchange.originEndTick = tick();
    const { response } = this.#exchange;
    if (this.#isAborted) {
      this.#finish({ kind: 'aborted' });
      return;
    }
    if (hasNoBody(this.#exchange.originStatus) && isLengthMismatch(error)) {
      this.#finish({ kind: 'responded' });
      response.end();
      return;
    }
    this.#finish({ kind: 'failed', error, wasSent: this.#abort !== undefined });
    // A partial response cannot be taken back; a broken connection tells the visitor that it is incomplete.
    if (response.headersSent && !response.writableFinished && this.#exchange.originStatus > 0) {
      response.destroy(error);
    }
  }

  /** A stream of events may have nothing to say for long; its head must not wait for that. */
  #flushSoon(): void {
    process.nextTick(() => {
      const { response } = this.#exchange;
      if (!this.#hasBody && !response.writableEnded) response.flushHeaders();
    });
  }

  /** HTTP/1.0 has no informational responses. */
  #informational(status: number, link: string | undefined): void {
    const { request, response } = this.#exchange;
    if (request.httpVersion === '1.0') return;
    if (status === 102 && !isHttp2(response)) response.writeProcessing();
    if (status !== 103 || link === undefined) return;
    try {
      response.writeEarlyHints({ link });
    } catch {
      // A hint that cannot be read is no reason to lose the response.
    }
  }

  #finish(outcome: AttemptOutcome): void {
    const end = this.#end;
    this.#end = undefined;
    this.#edge.slowResponses.forget(this);
    clearTimeout(this.#stalled);
    end?.(outcome);
  }
}

const hasNoBody = (status: number) => status === 204 || status === 304;

/**
 * A 304 may say how long the page is that it does not send (RFC 9110, section 8.6). The HTTP client takes
 * that for a body that is missing.
 */
function isLengthMismatch(error: NodeJS.ErrnoException): boolean {
  return error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

function addTrailers(response: Exchange['response'], raw: readonly Buffer[]): void {
  const trailers = raw.map((text) => text.toString('latin1'));
  if (isHttp2(response)) {
    const pairs: Record<string, string> = {};
    for (let i = 0; i < trailers.length; i += 2) pairs[trailers[i] ?? ''] = trailers[i + 1] ?? '';
    response.addTrailers(pairs);
    return;
  }
  const pairs: [string, string][] = [];
  for (let i = 0; i < trailers.length; i += 2)
    pairs.push([trailers[i] ?? '', trailers[i + 1] ?? '']);
  response.addTrailers(pairs);
}
