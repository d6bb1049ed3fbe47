import { ExpiringMap } from './expiring-map.ts';
import { KeySketch } from './key-sketch.ts';

/** 4 MB, allocated only when a key has to share its entry. */
const CELLS = 2 ** 20;

export interface LimitedKeysOptions {
  /** The maximum number of keys with an entry of their own: in total, and per group. */
  readonly capacity: number;
  readonly groupCapacity: number;
  readonly groupOf: (key: string) => string;
  /** Called when a key has to share its entry. */
  readonly onShared: () => void;
}

/**
 * Keys that are limited until a time. A limit only ends by expiry: if more keys are limited than fit, the others share
 * entries. A visitor may then be limited by mistake, but a limited visitor is never released early.
 */
export class LimitedKeys {
  readonly #own: ExpiringMap<number>;
  readonly #onShared: () => void;
  /** In whole seconds. */
  #shared: KeySketch | undefined;
  #sharedUntil = 0;
  /** Groups with keys that share entries. A flood of one group must not limit the visitors of another. */
  readonly #sharing = new Set<string>();
  readonly #groupOf: (key: string) => string;

  constructor({ onShared, ...options }: LimitedKeysOptions) {
    this.#own = new ExpiringMap({ ...options, isExpired: (until, now) => until <= now });
    this.#onShared = onShared;
    this.#groupOf = options.groupOf;
  }

  /** Times are milliseconds on one clock. */
  add(key: string, until: number, now: number): void {
    const before = this.#own.get(key) ?? 0;
    if (this.#own.set(key, Math.max(before, until), now)) return;
    this.#onShared();
    const seconds = Math.ceil(until / 1000);
    this.#shared ??= new KeySketch(CELLS);
    this.#sharing.add(this.#groupOf(key));
    this.#shared.raise(key, seconds);
    this.#sharedUntil = Math.max(this.#sharedUntil, seconds * 1000);
  }

  has(key: string, now: number): boolean {
    return this.until(key, now) > now;
  }

  /** When the limit of a key ends; a time that has passed if it has none. */
  until(key: string, now: number): number {
    const own = this.#own.get(key) ?? 0;
    if (own > now || !this.#shared) return own;
    if (this.#sharedUntil > now) {
      return this.#sharing.has(this.#groupOf(key)) ? this.#shared.read(key) * 1000 : 0;
    }
    this.#shared = undefined;
    this.#sharing.clear();
    return 0;
  }
}
