import type { Fields } from '../../transport/http-stream.ts';
import type { ResponseHead } from '../../transport/http1/response-head.ts';
import { OriginGoneError } from '../../transport/http1-origin/origin-connection.ts';
import type { OriginPool } from '../../transport/http1-origin/origin-pool.ts';
import type {
  OriginExchange,
  OriginHandler,
  OriginRequest,
  OutgoingBodySink,
} from '../../transport/http1-origin/origin-request.ts';
import type { Timed, TimerWheel, WheelEntry } from '../../transport/timer-wheel.ts';

export interface NodeResponse {
  readonly status: number;
  readonly body: Buffer;
}

export interface PostOptions {
  readonly pool: OriginPool;
  readonly target: string;
  readonly fields: Fields;
  readonly body: Buffer;
  readonly wheel: TimerWheel;
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal;
  /** Whether the node may receive the request twice. */
  readonly isRepeatable: boolean;
}

/** The response is too slow or too large. */
export class NodeResponseError extends Error {
  readonly code: 'timeout' | 'too_large';

  constructor(code: NodeResponseError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A POST request and its response, both buffered in memory. */
export class PostExchange implements OriginHandler, Timed {
  readonly #options: PostOptions;
  readonly #done = Promise.withResolvers<NodeResponse>();
  readonly #onAbort = () => this.#giveUp(this.#options.signal.reason);
  #exchange: OriginExchange | undefined;
  #hasTriedAgain = false;
  #isOver = false;
  #status = 0;
  #size = 0;
  #pieces: Buffer[] = [];
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor(options: PostOptions) {
    this.#options = options;
    this.deadline = options.wheel.now() + options.timeoutMs;
  }

  run(): Promise<NodeResponse> {
    const { signal, wheel } = this.#options;
    if (signal.aborted) return Promise.reject(signal.reason);
    signal.addEventListener('abort', this.#onAbort);
    wheel.add(this);
    this.#send();
    return this.#done.promise;
  }

  onDeadline(): void {
    this.#giveUp(new NodeResponseError('timeout', 'no complete response in time'));
  }

  /** The timeout starts anew here, so that the wait for a connection does not count against the node. */
  onSent(): void {
    const { wheel, timeoutMs } = this.#options;
    this.deadline = wheel.now() + timeoutMs;
  }

  onInform(): void {}

  onHead({ status, framing }: ResponseHead): void {
    this.#status = status;
    if (framing.kind === 'length') this.#checkSize(framing.length);
  }

  onData(bytes: Buffer): boolean {
    this.#size += bytes.length;
    if (this.#checkSize(this.#size)) this.#pieces.push(Buffer.from(bytes));
    return true;
  }

  onRead(): void {}

  onEnd(): void {
    const [only] = this.#pieces;
    const body = this.#pieces.length === 1 && only ? only : Buffer.concat(this.#pieces);
    this.#end();
    this.#done.resolve({ status: this.#status, body });
  }

  onError(error: Error): void {
    if (this.#isOver) return;
    // A node may close an idle keep-alive connection just when a request is sent, without
    // processing the request.
    const mayTryAgain = this.#options.isRepeatable && !this.#hasTriedAgain;
    if (error instanceof OriginGoneError && error.wasReused && mayTryAgain) {
      this.#hasTriedAgain = true;
      this.#send();
      return;
    }
    this.#end();
    this.#done.reject(error);
  }

  onUpgrade(): void {}

  shouldExtendDeadline(): boolean {
    return false;
  }

  #send(): void {
    const { pool, target, fields, body } = this.#options;
    const request: OriginRequest = {
      method: 'POST',
      target,
      fields,
      body: {
        length: body.length,
        start(sink: OutgoingBodySink) {
          sink.write(body);
          sink.end([]);
        },
        resume() {},
        cancel() {},
      },
      upgrade: undefined,
    };
    this.#exchange = pool.send(request, this);
  }

  #checkSize(size: number): boolean {
    const { maxResponseBytes } = this.#options;
    if (size <= maxResponseBytes) return true;
    const text = `the response is larger than ${maxResponseBytes} bytes`;
    this.#giveUp(new NodeResponseError('too_large', text));
    return false;
  }

  #giveUp(reason: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#exchange?.abort();
    this.#done.reject(reason);
  }

  #end(): void {
    const { signal, wheel } = this.#options;
    this.#isOver = true;
    signal.removeEventListener('abort', this.#onAbort);
    wheel.remove(this);
  }
}
