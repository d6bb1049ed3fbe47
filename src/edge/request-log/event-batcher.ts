import type { Publisher } from '../../bus/bus.ts';

/** A batch leaves when it is this long, or this old in milliseconds. */
const BATCH = 512;
const FLUSH_MS = 200;

/** Gathers events of one topic and hands them to the bus in batches. Never makes traffic wait. */
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
    // What cannot be kept is counted and reported by the bus itself.
    void this.#publisher.publish(this.#topic, batch);
  }
}
