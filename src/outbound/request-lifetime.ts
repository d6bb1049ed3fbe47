import type { Clock } from '../kernel/clock.ts';
import { OutboundError } from './outbound-error.ts';

export interface RequestLifetimeOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly caller: AbortSignal | undefined;
  readonly closing?: AbortSignal;
}

/**
 * From the first name lookup to the last byte of the body. Its signal aborts on time-out, on the
 * caller's signal and when the client closes; the reason is always an `OutboundError`.
 */
export class RequestLifetime {
  readonly #abort = new AbortController();
  readonly #end = new AbortController();

  constructor({ clock, timeoutMs, caller, closing }: RequestLifetimeOptions) {
    this.#abortWith(caller, new OutboundError('aborted', 'the request was aborted'));
    this.#abortWith(closing, new OutboundError('closed', 'outgoing requests are shut down'));
    const late = new OutboundError('timeout', `no complete response within ${timeoutMs} ms`);
    clock.sleep(timeoutMs, this.#end.signal).then(
      () => this.#abort.abort(late),
      () => {},
    );
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  end(): void {
    this.#end.abort();
  }

  #abortWith(source: AbortSignal | undefined, reason: OutboundError): void {
    if (source?.aborted) this.#abort.abort(reason);
    source?.addEventListener('abort', () => this.#abort.abort(reason), {
      signal: this.#end.signal,
    });
  }
}
