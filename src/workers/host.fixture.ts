import { type ManualClock, settle } from '../../test/support/manual-clock.ts';
import type { ScheduledJob, TaskQueue } from '../contracts/job.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import type { Database } from '../storage/database.ts';
import { LeaseStore } from '../storage/lease-store.ts';
import { TaskStore } from '../storage/task-store.ts';
import type { Counter, Logger, Telemetry } from '../telemetry/telemetry.ts';
import { JobHost, type JobHostOptions } from './job-host.ts';

/** Records log lines and counters: `job_runs_total{job=a,outcome=done}` → 3. */
export class RecordingTelemetry implements Telemetry {
  readonly lines: string[] = [];
  readonly values = new Map<string, number>();
  readonly log: Logger;
  readonly metrics: Telemetry['metrics'];

  constructor() {
    const line = (level: string) => (_: object, message: string) =>
      void this.lines.push(`${level}: ${message}`);
    this.log = {
      error: line('error'),
      warn: line('warn'),
      info: line('info'),
      debug: line('debug'),
      child: () => this.log,
    };
    const key = (name: string, labels: Record<string, string>) =>
      `${name}{${Object.entries(labels).map(([label, value]) => `${label}=${value}`)}}`;
    const add = (name: string): Counter<string>['inc'] => {
      return (labels, by = 1) => {
        const id = key(name, labels);
        this.values.set(id, (this.values.get(id) ?? 0) + by);
      };
    };
    this.metrics = {
      counter: ({ name }) => ({ inc: add(name) }),
      gauge: ({ name }) => ({
        set: (labels, value) => void this.values.set(key(name, labels), value),
      }),
      observableGauge: () => {},
      histogram: ({ name }) => ({ observe: (labels, value) => add(name)(labels, value) }),
    };
  }
}

export interface HostSetup {
  readonly clock: ManualClock;
  readonly database: Database<CoreTables>;
}

export function hostOn({ clock, database }: HostSetup, options: Partial<JobHostOptions>): JobHost {
  return new JobHost({
    jobs: [],
    queues: [],
    clock,
    holder: 'node-a',
    telemetry: new RecordingTelemetry(),
    random: () => 0.5,
    ...options,
    leases: watched(options.leases ?? new LeaseStore(database, clock)),
    tasks: watched(options.tasks ?? new TaskStore(database, clock)),
  });
}

export function job(overrides: Partial<ScheduledJob> & Pick<ScheduledJob, 'run'>): ScheduledJob {
  return { name: 'job', everyMs: 1_000, runsOn: 'node', timeoutMs: 500, ...overrides };
}

export function queue(overrides: Partial<TaskQueue> & Pick<TaskQueue, 'run'>): TaskQueue {
  return {
    name: 'queue',
    concurrency: 2,
    maxAttempts: 3,
    maxAgeMs: 24 * 3_600_000,
    timeoutMs: 10_000,
    ...overrides,
  };
}

/** Work that ends when its signal aborts: rejects with the signal's reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

/** Calls of hosts to the database that have not returned yet. */
const pending = new Set<Promise<unknown>>();

/** The same store; its calls are in `pending` until they return. */
export function watched<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result = member.apply(target, args) as Promise<unknown>;
        const call = Promise.resolve(result).catch(() => {});
        pending.add(call);
        void call.then(() => pending.delete(call));
        return result;
      };
    },
  });
}

/** Waits until all hosts are idle, however long the database takes. */
async function quiet(): Promise<void> {
  do {
    await Promise.all(pending);
    await settle();
  } while (pending.size > 0);
}

/** Moves the clock in small steps and waits after each until all hosts are idle. */
export async function pass(clock: ManualClock, ms: number, stepMs = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await quiet();
    await clock.advance(Math.min(stepMs, ms - passed));
    await quiet();
  }
}

/** Moves the clock until a condition holds; fails after a number of steps. */
export async function passUntil(
  clock: ManualClock,
  happened: () => boolean,
  stepMs = 100,
): Promise<void> {
  for (let step = 0; !happened(); step++) {
    if (step > 2_000) throw new Error(`still waiting for ${happened}`);
    await pass(clock, stepMs, stepMs);
  }
}

/** Stops hosts while the clock moves, so that grace periods end. */
export async function stopHosts(clock: ManualClock, ...hosts: JobHost[]): Promise<void> {
  let done = false;
  const stopped = Promise.all(hosts.map((host) => host.stop())).finally(() => {
    done = true;
  });
  await passUntil(clock, () => done);
  await stopped;
}
