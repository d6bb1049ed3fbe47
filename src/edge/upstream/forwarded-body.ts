import type { BodyConsumer, HttpStream, IncomingBody } from '../../transport/http-stream.ts';
import type {
  OutgoingBody,
  OutgoingBodySink,
} from '../../transport/http1-origin/origin-request.ts';
import { askForBody } from './ask-for-body.ts';
import type { BodyPrefix } from './body-prefix.ts';

/** The visitor has left in the middle of a body, or has sent what is no body. */
class VisitorBodyError extends Error {
  readonly code = 'VISITOR_BODY';
}

/** Bodies that do not say their length are counted on their way. */
export interface BodyLimit {
  readonly bytes: number;
  readonly onExceeded: () => void;
}

/** A visitor's body on its way to an origin, read as fast as the origin takes it. */
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

  /** True once a byte may have been taken, so that no other origin can have it. */
  get wasRead(): boolean {
    return this.#hasStarted && this.#prefix?.isWhole !== true;
  }

  /** True while the origin waits for the visitor, and not the other way round. */
  get isWaiting(): boolean {
    return this.#sink !== undefined && this.#body.isFlowing;
  }

  /** True until the body was sent to its end, or was given up. */
  get isUnderWay(): boolean {
    return this.#sink !== undefined;
  }

  start(sink: OutgoingBodySink): void {
    this.#sink = sink;
    this.#hasStarted = true;
    if (this.#prefix) sink.write(this.#prefix.bytes);
    else askForBody(this.#stream);
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
    // What nobody takes any more is dropped, so that the connection can go on.
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
    sink?.fail(new VisitorBodyError('the body of the request is none', { cause: error }));
  }
}
