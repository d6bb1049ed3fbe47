import type { Publisher } from '../../bus/bus.ts';

const PUBLISH_MS = 5_000;

export interface PublishedSumsOptions<Sum, Message> {
  readonly publisher: Publisher;
  readonly topic: string;
  /** The maximum number of sums in one message. */
  readonly mostSums: number;
  zero(): Sum;
  messageOf(sums: readonly (readonly [key: string, sum: Sum])[]): Message;
}

/** Sums by key since the last publication, published every few seconds. */
export class PublishedSums<Sum, Message> {
  readonly #options: PublishedSumsOptions<Sum, Message>;
  #sums = new Map<string, Sum>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PublishedSumsOptions<Sum, Message>) {
    this.#options = options;
  }

  /** The sum of a key, for the caller to change. */
  of(key: string): Sum {
    const known = this.#sums.get(key);
    if (known !== undefined) return known;
    const sum = this.#options.zero();
    this.#sums.set(key, sum);
    this.#timer ??= setTimeout(() => this.flush(), PUBLISH_MS).unref();
    return sum;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#sums.size === 0) return;
    const { publisher, topic, mostSums, messageOf } = this.#options;
    const sums = [...this.#sums];
    this.#sums = new Map();
    const messages: Message[] = [];
    for (let from = 0; from < sums.length; from += mostSums) {
      messages.push(messageOf(sums.slice(from, from + mostSums)));
    }
    // The bus counts and reports messages that it cannot store.
    void publisher.publish(topic, messages);
  }
}
