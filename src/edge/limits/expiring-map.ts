/** Entries that are checked for expiry whenever one is added: more than one, so that the map can shrink. */
const CHECKED_PER_INSERT = 2;

export interface ExpiringMapOptions<Value> {
  readonly capacity: number;
  /** The maximum number of entries of one group, so that no group can fill the whole map. */
  readonly groupCapacity: number;
  readonly groupOf: (key: string) => string;
  readonly isExpired: (value: Value, now: number) => boolean;
}

/**
 * A map that refuses new keys while it is full, and removes entries only when they have expired: adding entries never
 * evicts others. Expired entries are removed incrementally, as new ones are added.
 */
export class ExpiringMap<Value> {
  readonly #options: ExpiringMapOptions<Value>;
  readonly #entries = new Map<string, Value>();
  readonly #groupSizes = new Map<string, number>();
  #hand: Iterator<[string, Value]> = this.#entries.entries();

  constructor(options: ExpiringMapOptions<Value>) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** False if there is no space for a new key. */
  set(key: string, value: Value, now: number): boolean {
    if (!this.#entries.has(key) && !this.#takeSpace(key, now)) return false;
    this.#entries.set(key, value);
    return true;
  }

  #takeSpace(key: string, now: number): boolean {
    for (let n = 0; n < CHECKED_PER_INSERT; n++) this.#checkNext(now);
    const { capacity, groupCapacity, groupOf } = this.#options;
    const group = groupOf(key);
    const size = this.#groupSizes.get(group) ?? 0;
    if (size >= groupCapacity || this.#entries.size >= capacity) return false;
    this.#groupSizes.set(group, size + 1);
    return true;
  }

  #checkNext(now: number): void {
    const next = this.#hand.next();
    if (next.done) {
      this.#hand = this.#entries.entries();
      return;
    }
    const [key, value] = next.value;
    if (this.#options.isExpired(value, now)) this.#delete(key);
  }

  #delete(key: string): void {
    this.#entries.delete(key);
    const group = this.#options.groupOf(key);
    const size = (this.#groupSizes.get(group) ?? 1) - 1;
    if (size === 0) this.#groupSizes.delete(group);
    else this.#groupSizes.set(group, size);
  }
}
