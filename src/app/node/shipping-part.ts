import type { ShippingSource } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import type { JobProgress, ShippingReport } from '../../contracts/shipping/shipping-channel.ts';
import { systemClock } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/disk-errors/disk-full.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import type { ShippingSupervisor } from '../processes/shipping-supervisor.ts';
import type { RetryingPart } from './resume-on-return.ts';
import { RetriedWork } from './retried-work.ts';

/** Maximum number of unstored batches per job; the oldest are dropped. */
const KEPT_BATCHES = 100;

export interface ShippingPartOptions {
  readonly source: ShippingSource;
  readonly log: Logger;
  /** Creates the supervisor that reports to the part. */
  supervise(onReport: (report: ShippingReport) => void): ShippingSupervisor;
}

/**
 * Connects the shipping process of this node with the database: sends it the jobs and stores the progress that it
 * reports. While the database is unavailable, the process continues with its current jobs, and its progress is stored
 * later.
 */
export class ShippingPart implements RetryingPart {
  readonly name = 'shipping';
  readonly supervisor: ShippingSupervisor;
  readonly #source: ShippingSource;
  /** Ids of jobs that may have changed since they were read. */
  readonly #touched = new Set<number>();
  #mustReadAll = true;
  readonly #progress = new Map<number, { node: string; progress: JobProgress }>();
  readonly #reading: RetriedWork;
  readonly #storing: RetriedWork;

  constructor({ source, log, supervise }: ShippingPartOptions) {
    this.#source = source;
    this.supervisor = supervise((report) => this.#receive(report));
    const failed = (error: unknown) => {
      if (isDiskFull(error)) return;
      log.warn({ err: error }, 'log push jobs could not be read or stored; trying again');
    };
    this.#reading = new RetriedWork(() => this.#read(), systemClock, failed);
    this.#storing = new RetriedWork(() => this.#store(), systemClock, failed);
  }

  onChanges(events: readonly ChangeEvent[]): void {
    const ids = events.flatMap((event) => this.#source.touchedBy(event));
    if (ids.length === 0) return;
    for (const id of ids) this.#touched.add(id);
    this.#reading.request();
  }

  async start(): Promise<void> {
    await this.supervisor.start();
    this.#reading.request();
  }

  async stop(): Promise<void> {
    await this.#reading.stop();
    await this.supervisor.stop();
    await this.#storing.stop();
    await this.#store().catch(() => {});
  }

  retryNow(): void {
    this.#reading.retryNow();
    this.#storing.retryNow();
  }

  async #read(): Promise<void> {
    const ids = this.#mustReadAll ? 'all' : [...this.#touched];
    const touched = [...this.#touched];
    const { running, paused } = await this.#source.jobs(ids);
    this.#mustReadAll = false;
    for (const id of touched) this.#touched.delete(id);
    const found = new Set([...running.map((job) => job.id), ...paused]);
    const removed = touched.filter((id) => !found.has(id));
    this.supervisor.update({ set: running, paused, removed });
    if (this.#touched.size > 0) this.#reading.request();
  }

  #receive({ node, jobs }: ShippingReport): void {
    for (const progress of jobs) {
      const waiting = this.#progress.get(progress.jobId)?.progress;
      this.#progress.set(progress.jobId, { node, progress: merge(waiting, progress) });
    }
    this.#storing.request();
  }

  async #store(): Promise<void> {
    const waiting = [...this.#progress.values()];
    const [first] = waiting;
    if (!first) return;
    await this.#source.record(
      first.node,
      waiting.map(({ progress }) => progress),
    );
    for (const { progress } of waiting) {
      const now = this.#progress.get(progress.jobId)?.progress;
      if (now === progress) this.#progress.delete(progress.jobId);
    }
  }
}

/** Takes the figures of the newer report and the batches of both. */
function merge(older: JobProgress | undefined, newer: JobProgress): JobProgress {
  if (!older) return newer;
  const ofNewer = new Set(newer.batches.map(({ id }) => id));
  const kept = older.batches.filter(({ id }) => !ofNewer.has(id));
  return { ...newer, batches: [...kept, ...newer.batches].slice(-KEPT_BATCHES) };
}
