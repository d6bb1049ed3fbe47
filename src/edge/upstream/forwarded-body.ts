import type { BodyConsumer, HttpStream, IncomingBody } from '../../transport/http-stream.ts';
import type {
  OutgoingBody,
  OutgoingBodySink,
} from '../../transport/http1-origin/origin-request.ts';
import type { BodyPrefix } from './body-prefix.ts';
import { sendContinue } from './send-continue.ts';

/** The visitor left before the end of the body, or sent an invalid body. */
class VisitorBodyError extends Error {
  readonly code = 'VISITOR_BODY';
}

/** Limit of bodies without `Content-Length`, which are counted as they arrive. */
export interface BodyLimit {
  readonly bytes: number;
  readonly onExceeded: () => void;
}

/** Streams a visitor's body to an origin with backpressure. */
export class ForwardedBody implements OutgoingBody, BodyConsumer {
  readonly length: number | undefined;
  readonly #stream: HttpStream;
  readonly #body: IncomingBody;
  readonly #prefix: BodyPrefix | undefined;
  readonly #limit: BodyLimit;
  #sink: OutgoingBodySink | undefined;
  #hasStarted = false;

  constructor(
    stream: HttpStream,
    body: IncomingBody,
    prefix: BodyPrefix | undefined,
    limit: BodyLimit,
  ) {
    this.#stream = stream;
    this.#body = body;
    this.#prefix = prefix;
    this.#limit = limit;
    const length = stream.headers.get('content-length');
    this.length = length === undefined ? undefined : Number(length);
  }

  /** Bytes that the visitor has sent. */
  get received(): number {
    return this.#body.received;
  }

  /** Whether bytes may have been consumed, so that the body cannot be sent to another origin. */
  get wasRead(): boolean {
    return this.#hasStarted && this.#prefix?.isWhole !== true;
  }

  /** Whether the origin waits for the visitor, and not the other way round. */
  get isWaiting(): boolean {
    return this.#sink !== undefined && this.#body.isFlowing;
  }

  /** True from the start until the body was sent completely or cancelled. */
  get isUnderWay(): boolean {
    return this.#sink !== undefined;
  }

  start(sink: OutgoingBodySink): void {
    this.#sink = sink;
    this.#hasStarted = true;
    if (this.#prefix) sink.write(this.#prefix.bytes);
    else sendContinue(this.#stream);
    if (this.#prefix?.isWhole) this.onEnd();
    else this.#body.read(this);
  }

  resume(): void {
    if (this.#sink) this.#body.resume();
  }

  cancel(): void {
    this.#sink = undefined;
  }

  onData(bytes: Buffer): boolean {
    if (this.#body.received > this.#limit.bytes && this.#sink) {
      this.#sink = undefined;
      this.#limit.onExceeded();
      return true;
    }
    // After a cancellation the rest is read and discarded, so that the connection can be reused.
    return this.#sink?.write(bytes) ?? true;
  }

  onEnd(): void {
    const sink = this.#sink;
    this.#sink = undefined;
    sink?.end([]);
  }

  onFailure(error: Error): void {
    const sink = this.#sink;
    this.#sink = undefined;
    sink?.fail(
      new VisitorBodyError('the body of the request is invalid or incomplete', { cause: error }),
    );
  }
}
