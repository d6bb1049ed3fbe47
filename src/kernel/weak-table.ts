/**
 * Shares objects by key for as long as somebody uses them. The table does not keep an object alive: once
 * nobody else holds it, it is collected and its key is forgotten.
 */
export class WeakTable<Value extends object> {
  readonly #references = new Map<string, WeakRef<Value>>();
  readonly #collected = new FinalizationRegistry<string>((key) => {
    // The key may stand for a newer object by now.
    if (this.#references.get(key)?.deref() === undefined) this.#references.delete(key);
  });

  /** How many keys are remembered; those of collected objects go a little later than the objects. */
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
