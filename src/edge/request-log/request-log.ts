import type { Publisher } from '../../bus/bus.ts';
import {
  HTTP_REQUESTS_TOPIC,
  type HttpRequestEvent,
  type HttpRequestRow,
  toRow,
} from '../../contracts/events/http-request-event.ts';

/** A batch leaves when it is this long, or this old in milliseconds. */
const BATCH = 512;
const FLUSH_MS = 200;

/** Gathers what is said of requests and hands it to the bus in batches. Never makes traffic wait. */
export class RequestLog {
  readonly #publisher: Publisher;
  #batch: HttpRequestRow[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(publisher: Publisher) {
    this.#publisher = publisher;
  }

  add(event: HttpRequestEvent): void {
    this.#batch.push(toRow(event));
    if (this.#batch.length >= BATCH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    // What cannot be kept is counted and reported by the bus itself.
    void this.#publisher.publish(HTTP_REQUESTS_TOPIC, batch);
  }
}
