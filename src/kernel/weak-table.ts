/**
 * Shares objects by key while they are referenced elsewhere. The table does not keep an object alive: once
 * nothing else references it, it is collected and its key is removed.
 */
export class WeakTable<Value extends object> {
  readonly #references = new Map<string, WeakRef<Value>>();
  readonly #collected = new FinalizationRegistry<string>((key) => {
    // By now the key may belong to a newer object.
    if (this.#references.get(key)?.deref() === undefined) this.#references.delete(key);
  });

  /** The number of keys; those of collected objects are removed a little later than the objects. */
  get size(): number {
    return this.#references.size;
  }

  get(key: string): Value | undefined {
    return this.#references.get(key)?.deref();
  }

  set(key: string, value: Value): void {
    this.#references.set(key, new WeakRef(value));
    this.#collected.register(value, key);
  }

  getOrMake(key: string, make: () => Value): Value {
    const known = this.get(key);
    if (known) return known;
    const made = make();
    this.set(key, made);
    return made;
  }
}
