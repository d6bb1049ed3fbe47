import type { Clock } from '../../../kernel/clock.ts';

/** How long rounds continue after a run ended, until the next run takes them over. */
const HANDOVER_MS = 2_000;

/**
 * The rounds of probes that are running, one for each pool or health check. A round may take minutes, longer than a run of
 * the job: it continues after the run that started it, and the next run takes it over. If there is no next
 * run, because the node stops or another node has the lease, the round is cancelled.
 */
export class ProbeRounds {
  readonly #clock: Clock;
  readonly #running = new Map<string, Promise<void>>();
  #abort = new AbortController();
  #handover = new AbortController();
  /** By what is probed. */
  readonly #failures = new Map<string, unknown>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * What must not be started now. If a round could not be saved, it is still due, but must wait until the run ends;
   * otherwise origins would be probed without a pause.
   */
  get busy(): ReadonlySet<string> {
    return new Set([...this.#running.keys(), ...this.#failures.keys()]);
  }

  get count(): number {
    return this.#running.size;
  }

  start(id: string, round: (signal: AbortSignal) => Promise<void>): void {
    const { signal } = this.#abort;
    const running = round(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failures.set(id, error);
      })
      .finally(() => {
        this.#running.delete(id);
        if (this.#running.size === 0) this.#handover.abort();
      });
    this.#running.set(id, running);
  }

  takeOver(): void {
    this.#handover.abort();
  }

  handOver(): void {
    if (this.#running.size === 0) return;
    this.#handover = new AbortController();
    this.#clock.sleep(HANDOVER_MS, this.#handover.signal).then(
      () => this.cancel(),
      () => {},
    );
  }

  /** Aborts all rounds and waits until they have ended. */
  async cancel(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    await Promise.all(this.#running.values());
  }

  /** Resolves when a round has ended, after `ms` at the latest, or when `signal` aborts. */
  async nextEnd(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#running.size === 0) return;
    const ended = new AbortController();
    const late = this.#clock.sleep(ms, AbortSignal.any([signal, ended.signal])).catch(() => {});
    await Promise.race([...this.#running.values(), late]);
    ended.abort();
  }

  /** Throws the error of a round that could not be saved, if there is one. */
  throwFailure(): void {
    const [error] = this.#failures.values();
    const hasFailed = this.#failures.size > 0;
    this.#failures.clear();
    if (hasFailed) throw error;
  }
}
