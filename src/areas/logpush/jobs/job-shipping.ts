import { findDataset } from '../../../catalogs/datasets/datasets.ts';
import { planIncludes } from '../../../catalogs/plans.ts';
import type { ChangeEvent } from '../../../contracts/change.ts';
import type { LogScope, ShippingJob } from '../../../contracts/shipping/shipping-job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { JobsOfNode } from '../../area-module.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { storedDestination } from '../destinations/destination-check.ts';
import type { LogpushDatabase } from '../logpush-tables.ts';
import type { StoredReplay } from '../replays/replay-model.ts';
import { replayStore } from '../replays/replay-store.ts';
import { outputOf } from './job-check.ts';
import { JOB_RESOURCE } from './job-kind.ts';
import { batchLimits, type Job } from './job-model.ts';
import type { JobStore } from './job-store.ts';

export interface JobShippingOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly store: JobStore;
  readonly zones: ZoneDirectory;
  readonly spoolMs: number;
}

/** Compiles stored jobs for the shipping process of a node. */
export class JobShipping {
  readonly #options: JobShippingOptions;
  /** Owners of the jobs that were read last: after the deletion of a zone, its jobs are not in the database. */
  readonly #owners = new Map<number, LogScope>();

  constructor(options: JobShippingOptions) {
    this.#options = options;
  }

  async jobs(ids: readonly number[] | 'all'): Promise<JobsOfNode> {
    const { database, store, clock, spoolMs } = this.#options;
    const all = await store.findAll(database.read, ids);
    const running = await this.#withPlan(all.filter(({ document }) => document.enabled));
    const numbers = running.map(({ id }) => Number(id));
    const replays = await replayStore.list(database.read, numbers, clock.now() - spoolMs);
    const byJob = Map.groupBy(replays, ({ jobId }) => jobId);
    for (const id of ids === 'all' ? this.#owners.keys() : ids) this.#owners.delete(id);
    for (const job of all) this.#owners.set(Number(job.id), job.owner);
    const oldest = clock.now() - spoolMs;
    const jobs = running.flatMap(
      (job) => shippingJob(job, byJob.get(Number(job.id)) ?? [], oldest) ?? [],
    );
    const isRunning = new Set(jobs.map(({ id }) => id));
    const paused = all.map(({ id }) => Number(id)).filter((id) => !isRunning.has(id));
    return { running: jobs, paused };
  }

  touchedBy({ resource, resourceId, zoneId }: ChangeEvent): readonly number[] {
    if (resource === JOB_RESOURCE) return [Number(resourceId)];
    if (resource !== 'zone' && resource !== 'account') return [];
    const ownerId = resource === 'zone' ? (zoneId ?? resourceId) : resourceId;
    const owned = this.#owners
      .entries()
      .filter(([, { kind, id }]) => kind === resource && id === ownerId);
    return [...owned.map(([id]) => id)];
  }

  /** Omits jobs of zones whose current plan does not include log push. */
  async #withPlan(jobs: readonly Job[]): Promise<readonly Job[]> {
    const zoneIds = jobs.flatMap(({ owner }) => (owner.kind === 'zone' ? [owner.id] : []));
    if (zoneIds.length === 0) return jobs;
    const zones = await this.#options.zones.listAccounts([...new Set(zoneIds)]);
    const entitled = new Set(
      zones.filter(({ plan }) => planIncludes(plan, 'enterprise')).map(({ id }) => id),
    );
    return jobs.filter(({ owner }) => owner.kind === 'account' || entitled.has(owner.id));
  }
}

/** Undefined if this node cannot read the destination, or nothing writes lines to the dataset. */
function shippingJob(
  job: Job,
  replays: readonly StoredReplay[],
  oldest: number,
): ShippingJob | undefined {
  const { document } = job;
  const { destination_conf: destination } = document;
  const address = storedDestination(destination);
  if (!address || !findDataset(document.dataset)) return undefined;
  return {
    id: Number(job.id),
    version: job.version,
    name: document.name ?? '',
    scope: job.owner,
    dataset: document.dataset,
    periods: job.periods.filter(({ to = oldest }) => to >= oldest),
    destination,
    filter: document.filter || undefined,
    output: outputOf(document),
    limits: batchLimits(document, address.maxBytes),
    ...(job.retriedAt !== null && { retriedAt: job.retriedAt }),
    replays: replays.map(({ id, from, to }) => ({ id, from, to })),
  };
}
