import type { Actor } from '../../../contracts/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import {
  ResourceService,
  type ResourceServiceOptions,
} from '../../../resources/resource-service.ts';
import type { Scope } from '../../../resources/scope.ts';
import type { DestinationService } from '../destinations/destination-service.ts';
import { invalid, type JobOperation, requirePlan } from '../logpush-errors.ts';
import type { LogpushTables } from '../logpush-tables.ts';
import { checkJob, requireDelivery } from './job-check.ts';
import type { JobKind } from './job-kind.ts';
import {
  DEFAULT_DATASET,
  type Job,
  type JobDocument,
  logScope,
  type OutputOptionsDocument,
} from './job-model.ts';

/** The body that clients send: some members are not stored, some have several spellings. */
interface JobDraft extends Omit<JobDocument, 'dataset' | 'output_options'> {
  readonly dataset?: string;
  readonly ownership_challenge?: string;
  readonly output_options?: OutputOptionsDraft;
}

type OutputOptionsDraft = Omit<OutputOptionsDocument, 'CVE-2021-44228'> & {
  readonly 'CVE-2021-44228'?: boolean | string;
  readonly 'CVE-2021-4428'?: boolean | string;
};

/** Members that cannot change after the creation of a job. */
const fixed = ['dataset', 'kind'] as const;

export interface JobServiceOptions extends ResourceServiceOptions<LogpushTables> {
  readonly kind: JobKind;
  readonly destinations: DestinationService;
}

/** Creates and changes jobs. A new destination is tested with a write before it is stored. */
export class JobService extends ResourceService<Job, Scope, LogpushTables> {
  readonly #destinations: DestinationService;
  readonly #clock: Clock;

  constructor({ kind, destinations, ...options }: JobServiceOptions) {
    super(options, kind);
    this.#destinations = destinations;
    this.#clock = options.clock;
  }

  /** Makes all nodes try the deliveries of a job at once. */
  async retry(actor: Actor, scope: Scope, id: string): Promise<Job> {
    const { store, errors } = this.kind;
    return await this.transact(scope, async (tx) => {
      const job = await store.find(tx, scope, id);
      if (!job) throw errors.notFound(id);
      requireDelivery(job.document, 'deliver lines');
      const retried = { ...job, version: job.version + 1, retriedAt: this.#clock.now() };
      await store.update(tx, retried);
      await this.announce(tx, actor, scope, job, retried);
      return retried;
    });
  }

  override async create(actor: Actor, scope: Scope, sent: JobDraft, id?: string): Promise<Job> {
    const document = newJob(scope, sent);
    const { destination_conf: conf } = document;
    await this.#destinations.admit(logScope(scope), conf, sent.ownership_challenge);
    return await super.create(actor, scope, document, id);
  }

  override async change(
    actor: Actor,
    scope: Scope,
    id: string,
    alter: (document: JobDocument) => JobDraft,
  ): Promise<Job> {
    const { document: stored } = await this.get(scope, id);
    const sent = alter(stored);
    const { destination_conf: conf } = changedJob(scope, stored, sent);
    if (conf !== stored.destination_conf) {
      await this.#destinations.admit(logScope(scope), conf, sent.ownership_challenge);
    }
    return await super.change(actor, scope, id, (now) => changedJob(scope, now, alter(now)));
  }

  /** For bootstrap files. The destination is not tested: it may be unreachable when a node starts. */
  override async ensure(actor: Actor, scope: Scope, id: string, sent: JobDraft): Promise<Job> {
    const document = newJob(scope, sent);
    const change = () => super.change(actor, scope, id, () => document);
    const create = () => super.create(actor, scope, document, id);
    return await this.ensureBy(scope, id, change, create);
  }
}

function newJob(scope: Scope, sent: JobDraft): JobDocument {
  return checked(scope, documentOf(sent), 'creating a new job');
}

/** Fixed members that are omitted keep their values. */
function changedJob(scope: Scope, stored: JobDocument, sent: JobDraft): JobDocument {
  const kept = fixed.filter((member) => stored[member] !== undefined && sent[member] === undefined);
  const values = Object.fromEntries(kept.map((member) => [member, stored[member]]));
  const document = documentOf({ ...sent, ...values });
  for (const member of fixed) {
    if ((document[member] ?? '') === (stored[member] ?? '')) continue;
    throw invalid(
      `/${member}`,
      `updating the job is not allowed: "${member}" cannot be changed after a job is created`,
    );
  }
  return checked(scope, document, 'updating the job');
}

function checked(scope: Scope, document: JobDocument, operation: JobOperation): JobDocument {
  requirePlan(scope);
  checkJob(document, scope.kind, operation);
  return document;
}

/** Converts all spellings to the one that is stored. */
function documentOf({ ownership_challenge: _, output_options, ...sent }: JobDraft): JobDocument {
  return {
    ...sent,
    dataset: sent.dataset ?? DEFAULT_DATASET,
    ...(output_options && { output_options: outputDocument(output_options) }),
  };
}

function outputDocument({
  'CVE-2021-4428': misspelt,
  'CVE-2021-44228': defuses = misspelt,
  ...options
}: OutputOptionsDraft): OutputOptionsDocument {
  return {
    ...options,
    ...(defuses !== undefined && { 'CVE-2021-44228': String(defuses) === 'true' }),
  };
}
