import type { Clock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import { WakeableSleep } from '../../kernel/wakeable-sleep.ts';
import type { NodeReportStore } from '../../storage/node-report-store.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import { type NodeReport, storedReport } from './node-report.ts';
import type { NodeWatch } from './node-watch.ts';

/** A node reports this often within the time after which it counts as silent. */
const REPORTS_BEFORE_SILENT = 3;
/** Changes of the edge processes follow each other closely, so a report waits for the next ones. */
const GATHER_MS = 100;
/** Reports are at least this far apart. */
const LEAST_PAUSE_MS = 500;

export interface NodeReporterOptions {
  readonly store: NodeReportStore;
  readonly watch: NodeWatch;
  readonly clock: Clock;
  readonly log: Logger;
  readonly id: string;
  /** For people: the name of the host. */
  readonly name: string;
  readonly silentMs: number;
  /** Undefined if the node has no edge: then it only watches the others. */
  readonly report: (() => NodeReport) | undefined;
}

/**
 * Stores what the edge processes of this node run, for all nodes that share the database: when it changes, and as a
 * heartbeat.
 */
export class NodeReporter {
  readonly #options: NodeReporterOptions;
  readonly #pause: WakeableSleep;
  readonly #stop = new AbortController();
  #isLeft = false;
  #isFailing = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: NodeReporterOptions) {
    this.#options = options;
    this.#pause = new WakeableSleep(options.clock);
  }

  /** Resolves after the first report: other nodes know this one before its edge starts. */
  async start(): Promise<void> {
    await this.#turn();
    this.#loop = this.#run();
  }

  /** Call it when the report may have changed. */
  changed(): void {
    this.#pause.wake();
  }

  /** From here on `stop` leaves the last report, because the edge processes stay. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Removes the report. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#pause.wake();
    await this.#loop;
    const { store, id, report } = this.#options;
    // If the database is unavailable, the other nodes notice the silence.
    if (report && !this.#isLeft) await store.remove(id).catch(() => {});
  }

  async #run(): Promise<void> {
    const { clock, silentMs } = this.#options;
    const { signal } = this.#stop;
    for (let reported = clock.tick(); !signal.aborted; reported = clock.tick()) {
      await this.#pause.sleep(silentMs / REPORTS_BEFORE_SILENT);
      const pauseMs = Math.max(GATHER_MS, LEAST_PAUSE_MS - (clock.tick() - reported));
      await clock.sleep(pauseMs, signal).catch(() => {});
      if (!signal.aborted) await this.#turn();
    }
  }

  async #turn(): Promise<void> {
    const { store, watch, log, id, name, report } = this.#options;
    try {
      if (report) await store.put(id, name, JSON.stringify(storedReport(report())));
      await watch.forget();
      this.#isFailing = false;
    } catch (error) {
      watch.outage();
      if (!this.#isFailing && !isDiskFull(error)) {
        log.warn({ err: error }, 'the state of the edge could not be stored; trying again');
      }
      this.#isFailing = true;
    }
  }
}
