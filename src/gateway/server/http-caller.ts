import type { HttpStream } from '../../transport/http-stream.ts';
import type { Timed, TimerWheel, WheelEntry } from '../../transport/timer-wheel.ts';
import type { ClientView } from '../calls/call-handler.ts';
import type { Caller } from '../network-gateway.ts';

export interface HttpCallerOptions {
  readonly view: ClientView;
  readonly stream: HttpStream;
  readonly wheel: TimerWheel;
  readonly timeoutMs: number;
  /** Takes calls from the rate limit of the client. */
  readonly charge: (calls: number) => void;
}

/** The client of an HTTP request. The signal costs as much as the rest of a cache hit, so it is created lazily. */
export class HttpCaller implements Caller, Timed {
  readonly view: ClientView;
  readonly charge: (calls: number) => void;
  readonly #stream: HttpStream;
  readonly #wheel: TimerWheel;
  #ending: AbortController | undefined;
  deadline: number;
  wheelEntry: WheelEntry | undefined;

  constructor({ view, stream, wheel, timeoutMs, charge }: HttpCallerOptions) {
    this.view = view;
    this.charge = charge;
    this.#stream = stream;
    this.#wheel = wheel;
    this.deadline = wheel.now() + timeoutMs;
  }

  get signal(): AbortSignal {
    return (this.#ending ?? this.#watch()).signal;
  }

  onDeadline(): void {
    this.#ending?.abort();
  }

  /** To be called when the call has completed. */
  end(): void {
    if (!this.#ending) return;
    this.#stream.onClose = noop;
    this.#wheel.remove(this);
  }

  #watch(): AbortController {
    const ending = new AbortController();
    this.#ending = ending;
    if (this.#stream.isClosed) ending.abort();
    const abort = () => ending.abort();
    this.#stream.onClose = abort;
    this.#wheel.add(this);
    return ending;
  }
}

function noop(): void {}
