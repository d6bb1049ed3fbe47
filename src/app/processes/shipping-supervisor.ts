import type {
  ShippingChannel,
  ShippingConfig,
  ShippingReport,
} from '../../contracts/shipping/shipping-channel.ts';
import type { ShippingJob } from '../../contracts/shipping/shipping-job.ts';
import { ProcessSupervisor, type ProcessSupervisorOptions } from './kit/process-supervisor.ts';
import { IDLE_FLAGS } from './v8-flags.ts';

/**
 * One thread does everything that V8 would do in others. It collects the garbage, all at once; `limitGarbage` says when. Several would wake
 * each other thousands of times a second. Where they share a core with others, Linux runs an idle thread that has just woken before
 * one that has had its share, so that visitors would wait for milliseconds. The young generation is small, but
 * large enough for the texts of a spool batch to die in it.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--single-threaded', '--no-incremental-marking'];

/**
 * Traffic comes first: logs can wait in the spool. But the spool is finite, and somebody may wait for the logs. Where traffic leaves
 * next to no time they get some, and a fair share if that is not enough.
 */
const BACKGROUND = { lookMs: 1_000, catchUpMs: 30_000, patienceMs: 10_000 };

/** After the drain time the process still reports and closes its files. */
const LAST_WORK_MS = 4_000;

export interface ShippingSupervisorOptions
  extends Omit<ProcessSupervisorOptions<ShippingChannel>, 'kind'> {
  readonly config: ShippingConfig;
  onReport(report: ShippingReport): void;
}

/** The shipping process of a node, which runs while there are jobs, or an access log is wanted. */
export class ShippingSupervisor {
  readonly processes: ProcessSupervisor<ShippingChannel>;
  readonly #jobs = new Map<number, ShippingJob>();

  constructor({ config, onReport, ...others }: ShippingSupervisorOptions) {
    this.processes = new ProcessSupervisor({
      kind: {
        name: 'shipping',
        main: new URL('./shipping-main.ts', import.meta.url),
        count: 1,
        nodeFlags: [...MEMORY_FLAGS, ...IDLE_FLAGS],
        drainMs: config.drainSeconds * 1000 + LAST_WORK_MS,
        background: BACKGROUND,
        // Traffic does not depend on it.
        isRequired: false,
        isNeeded: () => this.#jobs.size > 0 || config.accessLog !== undefined,
        start: () => ({ config }),
        firstUpdates: () => [
          { type: 'jobs', isComplete: true, set: [...this.#jobs.values()], removed: [] },
        ],
        onReport: (_, report) => onReport(report),
        onEnd: () => {},
      },
      ...others,
    });
  }

  /** Jobs that are new or changed, and ids of those that are disabled or deleted. */
  update(set: readonly ShippingJob[], removed: readonly number[]): void {
    for (const job of set) this.#jobs.set(job.id, job);
    for (const id of removed) this.#jobs.delete(id);
    this.processes.publish({ type: 'jobs', isComplete: false, set, removed });
    this.processes.reconcile();
  }

  /** The file of the access log was renamed. */
  reopen(): void {
    this.processes.publish({ type: 'reopen' });
  }

  start(): Promise<void> {
    return this.processes.start();
  }

  stop(): Promise<void> {
    return this.processes.stop();
  }
}
