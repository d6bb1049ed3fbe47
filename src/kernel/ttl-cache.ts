import { BoundedMap } from './bounded-map.ts';
import type { Clock } from './clock.ts';

interface Entry<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * Caches loaded values for a short time, and only until `forget`. A load that began before a `forget` is not
 * cached after it, so callers never get data that is older than the change that caused the `forget`.
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

  /** A missing value is not cached, because it may be created at any moment. */
  async get(key: K): Promise<V | undefined> {
    const now = this.#clock.tick();
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
