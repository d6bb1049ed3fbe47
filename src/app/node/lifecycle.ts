/** A part of the node that is started and stopped. */
export interface Part {
  readonly name: string;
  start(): Promise<void> | void;
  stop(): Promise<void> | void;
}

/**
 * Starts parts in order and stops those that were started in reverse. A part that fails to start ends
 * the start: what ran before it is stopped again.
 */
export class Lifecycle {
  readonly #started: Part[] = [];
  #stopped: Promise<void> | undefined;

  async start(part: Part): Promise<void> {
    try {
      await part.start();
    } catch (error) {
      // Why it did not start matters more than what then did not stop cleanly.
      await this.stop().catch(() => {});
      throw error;
    }
    this.#started.push(part);
  }

  /** Whether a part was started, however it is doing since. */
  hasStarted(part: Part): boolean {
    return this.#started.includes(part);
  }

  /** Safe to call more than once. A part that fails to stop does not keep the others from it. */
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
