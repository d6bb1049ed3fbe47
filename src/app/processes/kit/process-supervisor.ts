import { type BackoffPolicy, backoffDelay } from '../../../kernel/backoff.ts';
import { type Clock, systemClock } from '../../../kernel/clock.ts';
import type { DiskFullReport } from '../../../kernel/disk-errors/disk-full.ts';
import { PalisadeError } from '../../../kernel/palisade-error.ts';
import type { MetricsSnapshot } from '../../../telemetry/prometheus-metrics.ts';
import { launch } from './launch.ts';
import type { ProcessChannel, ProcessIdentity } from './process-channel.ts';
import { type ProcessExit, ProcessHandle } from './process-handle.ts';
import type { ProcessKind } from './process-kind.ts';
import type { SupervisorTelemetry } from './supervisor-telemetry.ts';

/** A process that ran this long did not fail at its start, so its replacement starts without delay. */
const STABLE_MS = 5_000;
const RESTART_BACKOFF: BackoffPolicy = { firstMs: 50, maxMs: 5_000, factor: 2 };

export interface ProcessSupervisorOptions<Channel extends ProcessChannel> {
  readonly kind: ProcessKind<Channel>;
  readonly logging: Pick<ProcessIdentity, 'logLevel' | 'prettyLogs'>;
  readonly generation?: ProcessIdentity['generation'];
  readonly telemetry: SupervisorTelemetry;
  readonly reportDiskFull?: DiskFullReport;
  readonly clock?: Clock;
}

/** Readiness and metrics of the processes of one kind. */
export interface SupervisedProcesses {
  readonly name: string;
  /** True while the node is not ready because none of these processes serves. */
  readonly isMissing: boolean;
  /** The metrics of the serving processes that respond in time. */
  measure(): Promise<MetricsSnapshot[]>;
}

/** A period in which the processes are needed, from the first start to the end of the last process. */
interface Run {
  readonly ending: AbortController;
  /** Whether every process began to serve before it ended. */
  readonly served: Promise<boolean>;
}

/**
 * Keeps the processes of one kind running while they are needed: starts them, replaces those that end,
 * sends them updates, gathers their metrics, and drains them.
 */
export class ProcessSupervisor<Channel extends ProcessChannel> implements SupervisedProcesses {
  readonly #options: ProcessSupervisorOptions<Channel>;
  readonly #kind: ProcessKind<Channel>;
  readonly #clock: Clock;
  readonly #processes = new Map<number, ProcessHandle<Channel>>();
  #isOpen = false;
  #isReplaced = false;
  #run: Run | undefined;
  /** Resolves when the processes of all earlier runs have ended. */
  #ended: Promise<unknown> = Promise.resolve();

  constructor(options: ProcessSupervisorOptions<Channel>) {
    this.#options = options;
    this.#kind = options.kind;
    this.#clock = options.clock ?? systemClock;
  }

  get name(): string {
    return this.#kind.name;
  }

  /** True while at least one process serves. */
  get isServing(): boolean {
    return this.#serving.length > 0;
  }

  get isMissing(): boolean {
    return this.#kind.isRequired && this.#run !== undefined && !this.isServing;
  }

  /**
   * Starts the processes as soon as they are needed. Resolves when the required ones serve. If one of them ends while it is starting, stops
   * all and rejects.
   */
  async start(): Promise<void> {
    this.#isOpen = true;
    this.#isReplaced = false;
    this.reconcile();
    const run = this.#run;
    if (!run || !this.#kind.isRequired) return;
    // If the run is over, it was stopped on purpose during the start, which is not an error.
    if ((await run.served) || run !== this.#run) return;
    await this.stop();
    throw new PalisadeError(
      'process_did_not_start',
      `a process of the kind "${this.name}" ended while it was starting; its log lines say why`,
    );
  }

  /** Starts or drains the processes if they are needed or no longer needed. Call it when that may have changed. */
  reconcile(): void {
    const isNeeded = this.#isOpen && this.#kind.isNeeded();
    if (isNeeded) {
      this.#run ??= this.#begin();
    } else {
      this.#run?.ending.abort();
      this.#run = undefined;
    }
  }

  /**
   * Resolves when no process is left. The supervisor can be started again. `isReplaced`: other processes already do
   * the work.
   */
  async stop({ isReplaced = false }: { readonly isReplaced?: boolean } = {}): Promise<void> {
    this.#isOpen = false;
    this.#isReplaced = isReplaced;
    this.reconcile();
    await this.#ended;
  }

  /** Sends an update to every process that runs, except the one in the slot that it came from. */
  publish(update: Channel['update'], fromSlot?: number): void {
    for (const [slot, process] of this.#processes) if (slot !== fromSlot) process.update(update);
  }

  publishTo(slot: number, update: Channel['update']): void {
    this.#processes.get(slot)?.update(update);
  }

  /** Sends an update to one process that serves; false if there is none. */
  publishToOne(update: Channel['update'], nth = 0): boolean {
    const process = this.#serving[nth];
    process?.update(update);
    return process !== undefined;
  }

  /** Sends updates that belong together, to each process at its own pace. */
  publishSeries(series: Iterable<Channel['update']>): void {
    for (const process of this.#processes.values()) process.updateSeries(series);
  }

  async measure(): Promise<MetricsSnapshot[]> {
    const measured = await Promise.all(this.#serving.map((process) => process.measure()));
    return measured.filter((metrics) => metrics !== undefined);
  }

  get #serving(): readonly ProcessHandle<Channel>[] {
    return [...this.#processes.values()].filter((process) => process.isServing);
  }

  #begin(): Run {
    const ending = new AbortController();
    const slots = Array.from({ length: this.#kind.count }, (_, n) => ({
      slot: n + 1,
      served: Promise.withResolvers<boolean>(),
    }));
    // A slot has one process at a time: processes that an earlier run still drains have to end first.
    const ready = this.#ended;
    this.#ended = Promise.all(
      slots.map(async ({ slot, served }) => {
        await ready;
        await this.#keep(slot, ending.signal, served.resolve);
        served.resolve(false);
      }),
    );
    const served = Promise.all(slots.map((each) => each.served.promise));
    return { ending, served: served.then((all) => all.every(Boolean)) };
  }

  /** Keeps the process of a slot running until the run ends. */
  async #keep(
    slot: number,
    ending: AbortSignal,
    onServed: (isServing: boolean) => void,
  ): Promise<void> {
    for (let earlyDeaths = 0; ; ) {
      if (earlyDeaths > 1) await this.#pause(earlyDeaths - 1, ending);
      if (ending.aborted) return;
      const startedAt = this.#clock.tick();
      const exit = await this.#runOne(slot, ending, onServed);
      if (ending.aborted) return;
      this.#options.telemetry.ended(slot, exit);
      earlyDeaths = this.#clock.tick() - startedAt >= STABLE_MS ? 0 : earlyDeaths + 1;
    }
  }

  /** Runs one process until it ends; drains it when the run ends. */
  async #runOne(
    slot: number,
    ending: AbortSignal,
    onServed: (isServing: boolean) => void,
  ): Promise<ProcessExit> {
    let process: ProcessHandle<Channel>;
    try {
      process = this.#launch(slot);
    } catch (error) {
      // For example ENOMEM. The start is retried like that of a process that ended.
      onServed(false);
      return { code: null, signal: null, error };
    }
    const { telemetry } = this.#options;
    telemetry.started(slot, process.pid);
    const drain = () => process.drain(this.#kind.drainMs, this.#isReplaced);
    ending.addEventListener('abort', drain);
    void process.served.then((isServing) => {
      if (isServing) telemetry.serving(this.#serving.length);
      onServed(isServing);
    });
    const exit = await process.exited;
    ending.removeEventListener('abort', drain);
    this.#processes.delete(slot);
    telemetry.serving(this.#serving.length);
    this.#kind.onEnd(slot);
    return exit;
  }

  #launch(slot: number): ProcessHandle<Channel> {
    const { logging, generation = 0, reportDiskFull } = this.#options;
    const child = launch(this.#kind, this.#kind.descriptors?.(slot));
    const process = new ProcessHandle<Channel>(child, {
      identity: { kind: this.#kind.name, slot, generation, ...logging },
      clock: this.#clock,
      start: () => this.#kind.start(slot),
      firstUpdates: () => this.#kind.firstUpdates?.() ?? [],
      onReport: (report) => this.#kind.onReport(slot, report),
      reportDiskFull,
    });
    this.#processes.set(slot, process);
    return process;
  }

  async #pause(attempt: number, ending: AbortSignal): Promise<void> {
    await this.#clock.sleep(backoffDelay(RESTART_BACKOFF, attempt), ending).catch(() => {});
  }
}
