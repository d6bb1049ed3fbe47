import { BoundedMap } from './bounded-map.ts';
import type { Clock } from './clock.ts';

interface Entry<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * Remembers what was loaded, for a short time and only until `forget`. A load that began before a
 * `forget` is not kept after it, so nobody ever sees older data than was there when they were told.
 */
export class TtlCache<K, V> {
  readonly #entries: BoundedMap<K, Entry<V>>;
  readonly #load: (key: K) => Promise<V | undefined>;
  readonly #keepMs: number;
  readonly #clock: Clock;
  #generation = 0;

  constructor(
    options: { readonly capacity: number; readonly keepMs: number; readonly clock: Clock },
    load: (key: K) => Promise<V | undefined>,
  ) {
    this.#entries = new BoundedMap(options.capacity);
    this.#keepMs = options.keepMs;
    this.#clock = options.clock;
    this.#load = load;
  }

  /** What is missing is not remembered: it may come into being at any moment. */
  async get(key: K): Promise<V | undefined> {
    const now = this.#clock.now();
    const known = this.#entries.get(key);
    if (known && known.until > now) return known.value;
    const generation = this.#generation;
    const value = await this.#load(key);
    if (value !== undefined && generation === this.#generation) {
      this.#entries.set(key, { value, until: now + this.#keepMs });
    }
    return value;
  }

  forget(): void {
    this.#generation += 1;
    this.#entries.clear();
  }
}
