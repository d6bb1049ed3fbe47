import { limits } from '../../../catalogs/limits.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { toShortestText } from '../../../kernel/timestamp.ts';
import { changeOwner, type Scope } from '../../../resources/scope.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { requireDelivery } from '../jobs/job-check.ts';
import type { JobService } from '../jobs/job-service.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { ledgerStore } from '../ledger/ledger-store.ts';
import { invalid, notAllowed, requirePlan } from '../logpush-errors.ts';
import { isFinished, type StoredReplay } from './replay-model.ts';
import { replayStore } from './replay-store.ts';

export interface ReplayServiceOptions {
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly store: JobStore;
  /** Retention of lines in spools. */
  readonly spoolMs: number;
}

interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Makes nodes ship lines again that are still in their spools. */
export class ReplayService {
  readonly #options: ReplayServiceOptions;

  constructor(options: ReplayServiceOptions) {
    this.#options = options;
  }

  async create(
    actor: Actor,
    jobs: JobService,
    scope: Scope,
    jobId: string,
    range: TimeRange,
  ): Promise<StoredReplay> {
    const { changes, store } = this.#options;
    requirePlan(scope);
    this.#check(range);
    const now = this.#options.clock.now();
    const replay = {
      id: newHexId(),
      jobId: Number(jobId),
      ...range,
      createdAt: now,
      finishedOn: [],
    };
    return await jobs.transact(scope, async (tx) => {
      const job = await store.find(tx, scope, jobId);
      if (!job) throw jobs.kind.errors.notFound(jobId);
      requireDelivery(job.document, 'ship lines again');
      await replayStore.trim(tx, replay.jobId, this.oldest());
      const known = await replayStore.list(tx, [replay.jobId], this.oldest());
      const nodes = await ledgerStore.nodes(tx, replay.jobId);
      const running = known.filter((each) => !isFinished(each, nodes)).length;
      if (running >= limits.replaysPerLogpushJob) {
        throw notAllowed(
          'updating the job',
          `it has ${running} unfinished replays, and at most ${limits.replaysPerLogpushJob} are allowed`,
        );
      }
      await replayStore.insert(tx, replay);
      await store.update(tx, { ...job, version: job.version + 1 });
      await changes.append(tx, {
        actor,
        action: 'update',
        resource: jobs.kind.resource,
        resourceId: jobId,
        ...changeOwner(scope),
        before: null,
        after: { replay: { start: toShortestText(range.from), end: toShortestText(range.to) } },
      });
      return replay;
    });
  }

  /** Lines of replays that were created before this time have been deleted from all spools. */
  oldest(): number {
    return this.#options.clock.now() - this.#options.spoolMs;
  }

  #check({ from, to }: TimeRange): void {
    if (from >= to) throw invalid('/end', '"/end" must be later than "/start"');
    if (to > this.#options.clock.now()) throw invalid('/end', '"/end" must not be in the future');
    if (from >= this.oldest()) return;
    const hours = this.#options.spoolMs / 3_600_000;
    throw invalid(
      '/start',
      `"/start" must be within the last ${hours} hours: older lines are deleted`,
    );
  }
}
