/** A part of the node that is started and stopped. */
export interface Part {
  readonly name: string;
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/**
 * Starts parts in order and stops them in reverse order. If a part fails to start, the parts before it are
 * stopped.
 */
export class Lifecycle {
  readonly #started: Part[] = [];
  #stopped: Promise<void> | undefined;

  async start(part: Part): Promise<void> {
    try {
      await part.start();
    } catch (error) {
      // The reason of the failed start matters more than errors of the stop that follows.
      await this.stop().catch(() => {});
      throw error;
    }
    this.#started.push(part);
  }

  /** Whether a part was started, even if it has failed since. */
  hasStarted(part: Part): boolean {
    return this.#started.includes(part);
  }

  /** Excludes a part from `stop`; the caller stops it. */
  release(part: Part): void {
    const index = this.#started.indexOf(part);
    if (index >= 0) this.#started.splice(index, 1);
  }

  /** Can be called more than once. If a part fails to stop, the others are still stopped. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const part of this.#started.toReversed()) {
      try {
        await part.stop();
      } catch (error) {
        failures.push(new Error(`${part.name} did not stop cleanly`, { cause: error }));
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'the node did not stop cleanly');
  }
}
