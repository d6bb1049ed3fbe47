import { systemActor } from '../../../contracts/actor.ts';
import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { JobProgress } from '../../../contracts/shipping/shipping-channel.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { storedDestination } from '../destinations/destination-check.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { type Job, type JobFailure, periodsAfter } from '../jobs/job-model.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { LogpushDatabase, Tx } from '../logpush-tables.ts';
import { replayStore } from '../replays/replay-store.ts';
import { hasFailedForADay } from './ledger-model.ts';
import { ledgerStore } from './ledger-store.ts';

const ROWS_AT_ONCE = 100;

export interface ProgressServiceOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly alerts: AlertOutbox;
  readonly store: JobStore;
  readonly zones: ZoneDirectory;
  readonly kind: JobKind;
}

/** Stores the reports of nodes about jobs, and disables jobs that have failed for a day. */
export class ProgressService {
  readonly #options: ProgressServiceOptions;

  constructor(options: ProgressServiceOptions) {
    this.#options = options;
  }

  /** Groups jobs, so that there are neither long transactions nor many of them. */
  async record(node: string, progress: readonly JobProgress[]): Promise<void> {
    for (const group of groupsOf(progress)) await this.#recordGroup(node, group);
  }

  async #recordGroup(node: string, group: readonly JobProgress[]): Promise<void> {
    try {
      await this.#store(node, group);
    } catch (error) {
      if (!this.#options.database.dialect.isForeignKeyViolation(error)) throw error;
      // A job was deleted in the meantime. The others are stored one by one.
      if (group.length > 1) for (const each of group) await this.#recordGroup(node, [each]);
    }
  }

  async #store(node: string, group: readonly JobProgress[]): Promise<void> {
    const { database, clock, store } = this.#options;
    const now = clock.now();
    const failing = await database.transaction(async (tx) => {
      const ids = group.map(({ jobId }) => jobId);
      const jobs = new Map((await store.findAll(tx, ids)).map((job) => [Number(job.id), job]));
      const known = group.filter(({ jobId }) => jobs.has(jobId));
      if (known.length === 0) return [];
      await ledgerStore.saveNodes(tx, node, known, now);
      await ledgerStore.saveBatches(tx, node, known);
      const replayed = known.flatMap((progress) => progress.replayed);
      await replayStore.finish(tx, replayed, node, now);
      return known.flatMap(({ jobId, failure }) => {
        const job = jobs.get(jobId);
        return job?.document.enabled && failure ? [{ job, failure }] : [];
      });
    });
    for (const { job, failure } of failing) await this.#disableAfterADay(job, failure);
  }

  async #disableAfterADay(failing: Job, failure: JobFailure): Promise<void> {
    const { database, clock, store, zones } = this.#options;
    const { id, owner } = failing;
    if (!hasFailedForADay(failure, failing, clock.now())) return;
    const accountId =
      owner.kind === 'account' ? owner.id : (await zones.find(owner.id))?.account.id;
    if (accountId === undefined) return;
    await database.transaction(async (tx) => {
      await database.lock(tx, `logpush ${owner.id}`);
      const [job] = await store.findAll(tx, [Number(id)]);
      if (!job?.document.enabled) return;
      if (!hasFailedForADay(failure, job, clock.now())) return;
      await this.#disable(tx, job, accountId, failure.message);
    });
  }

  async #disable(tx: Tx, job: Job, accountId: string, reason: string): Promise<void> {
    const { clock, store, alerts, changes, kind } = this.#options;
    const now = clock.now();
    const disabled: Job = {
      ...job,
      document: { ...job.document, enabled: false },
      version: job.version + 1,
      modifiedAt: now,
      periods: periodsAfter(job.periods, false, now),
    };
    const zoneId = job.owner.kind === 'zone' ? job.owner.id : null;
    await store.update(tx, disabled);
    await alerts.record(tx, [alertAbout(disabled, { accountId, zoneId, reason, at: now })]);
    await changes.append(tx, {
      actor: systemActor,
      action: 'update',
      resource: kind.resource,
      resourceId: job.id,
      accountId,
      zoneId,
      before: kind.toAudit(job, undefined),
      after: kind.toAudit(disabled, job),
    });
  }
}

/** Groups of jobs that are stored in one transaction each. */
function groupsOf(progress: readonly JobProgress[]): JobProgress[][] {
  const groups: JobProgress[][] = [];
  let rows = Infinity;
  for (const each of progress) {
    const own = 1 + each.batches.length;
    if (rows + own > ROWS_AT_ONCE) {
      groups.push([]);
      rows = 0;
    }
    groups.at(-1)?.push(each);
    rows += own;
  }
  return groups;
}

function alertAbout(
  { id, version, document }: Job,
  {
    accountId,
    zoneId,
    reason,
    at,
  }: Pick<AlertOf<'logpush_job_disabled'>, 'accountId' | 'zoneId' | 'reason' | 'at'>,
): AlertOf<'logpush_job_disabled'> {
  const { destination_conf: conf, name = '' } = document;
  return {
    kind: 'logpush_job_disabled',
    version: 1,
    id: alertId('logpush_job_disabled', id, version),
    accountId,
    zoneId,
    at,
    jobId: Number(id),
    jobName: name,
    destinationKind: storedDestination(conf)?.kind ?? 'unknown',
    ...(reason !== undefined && { reason }),
  };
}
