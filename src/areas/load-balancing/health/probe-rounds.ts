import type { Clock } from '../../../kernel/clock.ts';

/** How long rounds go on without a run that answers for them. */
const CUSTODY_MS = 2_000;

/**
 * Rounds of probes under way, one for each pool. A round may take minutes, longer than a run of the
 * job should: it goes on when the run that began it ends, and the next run takes it over. When none
 * comes, because the node stops or another has the lease, the round is given up.
 */
export class ProbeRounds {
  readonly #clock: Clock;
  readonly #running = new Map<string, Promise<void>>();
  #abort = new AbortController();
  #custody = new AbortController();
  /** By pool. */
  readonly #failures = new Map<string, unknown>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Pools that must not be started now. One whose round could not be saved is still due: until the
   * run ends it is left alone, or its origins would be asked without a pause.
   */
  get busy(): ReadonlySet<string> {
    return new Set([...this.#running.keys(), ...this.#failures.keys()]);
  }

  get count(): number {
    return this.#running.size;
  }

  start(poolId: string, round: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#abort;
    const running = round(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failures.set(poolId, error);
      })
      .finally(() => {
        this.#running.delete(poolId);
        if (this.#running.size === 0) this.#custody.abort();
      });
    this.#running.set(poolId, running);
  }

  takeOver(): void {
    this.#custody.abort();
  }

  handOver(): void {
    if (this.#running.size === 0) return;
    this.#custody = new AbortController();
    this.#clock.sleep(CUSTODY_MS, this.#custody.signal).then(
      () => this.giveUp(),
      () => {},
    );
  }

  /** Ends all rounds and waits for them. */
  async giveUp(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    await Promise.all(this.#running.values());
  }

  /** Resolves when a round has ended, after `ms` at the latest, or when `signal` aborts. */
  async nextEnd(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#running.size === 0) return;
    const cancel = new AbortController();
    const late = this.#clock.sleep(ms, AbortSignal.any([signal, cancel.signal])).catch(() => {});
    await Promise.race([...this.#running.values(), late]);
    cancel.abort();
  }

  /** Throws why a round could not be saved, if there was one. */
  throwFailure(): void {
    const [error] = this.#failures.values();
    const hasFailed = this.#failures.size > 0;
    this.#failures.clear();
    if (hasFailed) throw error;
  }
}
