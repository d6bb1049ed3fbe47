import type {
  JobsUpdate,
  ShippingChannel,
  ShippingConfig,
  ShippingReport,
} from '../../contracts/shipping/shipping-channel.ts';
import type { ShippingJob } from '../../contracts/shipping/shipping-job.ts';
import { ProcessSupervisor, type ProcessSupervisorOptions } from './kit/process-supervisor.ts';
import { v8Flags } from './v8-flags.ts';

/** After the drain time the process still reports and closes its files. */
const LAST_WORK_MS = 4_000;

export interface ShippingSupervisorOptions
  extends Omit<ProcessSupervisorOptions<ShippingChannel>, 'kind'> {
  readonly config: ShippingConfig;
  onReport(report: ShippingReport): void;
}

/** The shipping process of a node, which runs while there are jobs or an access log is configured. */
export class ShippingSupervisor {
  readonly processes: ProcessSupervisor<ShippingChannel>;
  readonly #jobs = new Map<number, ShippingJob>();
  readonly #paused = new Set<number>();

  constructor({ config, onReport, ...others }: ShippingSupervisorOptions) {
    this.processes = new ProcessSupervisor({
      kind: {
        name: 'shipping',
        main: new URL('./shipping-main.ts', import.meta.url),
        count: 1,
        nodeFlags: v8Flags.shipping,
        drainMs: config.drainSeconds * 1000 + LAST_WORK_MS,
        // Logs can wait in the spool, visitors cannot.
        isBackground: true,
        // Traffic does not depend on it.
        isRequired: false,
        isNeeded: () => this.#jobs.size > 0 || config.accessLog !== undefined,
        start: () => ({ config }),
        firstUpdates: () => [
          {
            type: 'jobs',
            isComplete: true,
            set: [...this.#jobs.values()],
            paused: [...this.#paused],
            removed: [],
          },
        ],
        onReport: (_, report) => onReport(report),
        onEnd: () => {},
      },
      ...others,
    });
  }

  /** Jobs that are new or changed. */
  update({ set, paused, removed }: Pick<JobsUpdate, 'set' | 'paused' | 'removed'>): void {
    for (const job of set) {
      this.#jobs.set(job.id, job);
      this.#paused.delete(job.id);
    }
    for (const id of [...paused, ...removed]) this.#jobs.delete(id);
    for (const id of paused) this.#paused.add(id);
    for (const id of removed) this.#paused.delete(id);
    this.processes.publish({ type: 'jobs', isComplete: false, set, paused, removed });
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
