import type { Publisher } from '../../bus/bus.ts';

/** A batch is published when it has this many events, or after `FLUSH_MS` milliseconds. */
const BATCH = 512;
const FLUSH_MS = 50;

/** Publishes the events of one topic in batches. Requests never wait for it. */
export class EventBatcher<Event> {
  readonly #publisher: Publisher;
  readonly #topic: string;
  #batch: Event[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(publisher: Publisher, topic: string) {
    this.#publisher = publisher;
    this.#topic = topic;
  }

  add(event: Event): void {
    this.#batch.push(event);
    if (this.#batch.length >= BATCH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    // The bus counts and reports messages that it cannot store.
    void this.#publisher.publish(this.#topic, batch);
  }
}
