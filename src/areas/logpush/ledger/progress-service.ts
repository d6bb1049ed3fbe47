import { systemActor } from '../../../contracts/actor.ts';
import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { JobProgress } from '../../../contracts/shipping/shipping-channel.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { storedDestination } from '../destinations/destination-check.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Job, JobFailure } from '../jobs/job-model.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { LogpushDatabase, Tx } from '../logpush-tables.ts';
import { replayStore } from '../replays/replay-store.ts';
import { isHopeless } from './ledger-model.ts';
import { ledgerStore } from './ledger-store.ts';

export interface ProgressServiceOptions {
  readonly database: LogpushDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly alerts: AlertOutbox;
  readonly store: JobStore;
  readonly zones: ZoneDirectory;
  readonly kind: JobKind;
}

/** Stores what nodes report about jobs, and disables those that have only failed for a day. */
export class ProgressService {
  readonly #options: ProgressServiceOptions;

  constructor(options: ProgressServiceOptions) {
    this.#options = options;
  }

  /** Jobs one after the other, so that no transaction is long. */
  async record(node: string, progress: readonly JobProgress[]): Promise<void> {
    for (const each of progress) {
      try {
        await this.#record(node, each);
      } catch (error) {
        // The job was deleted meanwhile.
        if (!this.#options.database.dialect.isForeignKeyViolation(error)) throw error;
      }
    }
  }

  async #record(node: string, progress: JobProgress): Promise<void> {
    const { database, clock, store } = this.#options;
    const { jobId } = progress;
    const now = clock.now();
    const { failure } = progress;
    const job = await database.transaction(async (tx) => {
      const [found] = await store.findAll(tx, [jobId]);
      if (!found) return undefined;
      await ledgerStore.saveNode(tx, node, progress, now);
      await ledgerStore.saveBatches(tx, node, jobId, progress.batches);
      await replayStore.finish(tx, progress.replayed, node, now);
      return found;
    });
    if (job?.document.enabled && failure) await this.#disableIfHopeless(job, failure);
  }

  async #disableIfHopeless(failing: Job, failure: JobFailure): Promise<void> {
    const { database, clock, store, zones } = this.#options;
    const { id, owner } = failing;
    // Of the nodes, those that have reported before are known.
    if (!isHopeless(failure, failing, clock.now())) return;
    const accountId =
      owner.kind === 'account' ? owner.id : (await zones.find(owner.id))?.account.id;
    if (accountId === undefined) return;
    await database.transaction(async (tx) => {
      await database.lock(tx, `logpush ${owner.id}`);
      const [job] = await store.findAll(tx, [Number(id)]);
      if (!job?.document.enabled) return;
      if (!isHopeless(failure, job, clock.now())) return;
      await this.#disable(tx, job, accountId);
    });
  }

  async #disable(tx: Tx, job: Job, accountId: string): Promise<void> {
    const { clock, store, alerts, changes, kind } = this.#options;
    const now = clock.now();
    const disabled: Job = {
      ...job,
      document: { ...job.document, enabled: false },
      version: job.version + 1,
      modifiedAt: now,
    };
    const zoneId = job.owner.kind === 'zone' ? job.owner.id : null;
    await store.update(tx, disabled);
    await alerts.record(tx, [alertAbout(disabled, accountId, zoneId, now)]);
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

function alertAbout(
  { id, version, document }: Job,
  accountId: string,
  zoneId: string | null,
  at: number,
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
  };
}
