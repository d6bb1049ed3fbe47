import type { Capability } from '../../../catalogs/permissions.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import { ownerId, type Scope } from '../../../resources/scope.ts';
import { storedDestination } from '../destinations/destination-check.ts';
import { notAllowed } from '../logpush-errors.ts';
import type { LogpushTables } from '../logpush-tables.ts';
import { outputOf } from './job-check.ts';
import { type Job, type JobDocument, logScope, periodsAfter } from './job-model.ts';
import { jobResponse } from './job-schema.ts';
import type { JobStore } from './job-store.ts';

/** The kind of resource in the audit log and in change events. */
export const JOB_RESOURCE = 'logpush_job';

export interface JobKindOptions {
  readonly store: JobStore;
  /** Jobs contain secrets of destinations, so reading them requires the permission to write them. */
  readonly write: Capability;
  readonly limit: number;
}

export type JobKind = ResourceKind<Job, Scope, LogpushTables>;

export function jobKind({ store, write, limit }: JobKindOptions): JobKind {
  return {
    resource: JOB_RESOURCE,
    noun: 'log push job',
    read: write,
    write,
    store,
    errors: {
      notFound: (id) => new ApiError('logpushJobNotFound', { id }),
      quotaExceeded: ({ owner, limit: most }) =>
        notAllowed(
          'creating a new job',
          `exceeded max jobs allowed: this ${owner} has ${most} already. Delete one first`,
        ),
    },
    limit: () => limit,
    lock: (scope) => `logpush ${ownerId(scope)}`,
    newId: (tx) => store.nextId(tx),
    // The service checks documents, since messages depend on the operation.
    check: async () => {},
    toRecord: (_tx, scope, next) => {
      const { before, document, now } = next;
      const isKept = before?.document.enabled && document.enabled;
      return {
        ...nextDocument(next),
        owner: logScope(scope),
        version: (before?.version ?? 0) + 1,
        enabledAt: isKept ? before.enabledAt : now,
        periods: periodsAfter(before?.periods ?? [], document.enabled ?? false, now),
        retriedAt: before?.retriedAt ?? null,
        nodes: before?.nodes ?? [],
      };
    },
    toResponse: (job) => jobResponse(job, outputOf(job.document)),
    toAudit: (job, before) => ({
      ...writtenMembers(job),
      destination_conf: auditedDestination(job.document, before?.document),
    }),
  };
}

/** Without computed members and the state of the job. */
function writtenMembers(job: Job) {
  const { applied_output_options: _, ...members } = jobResponse(
    { ...job, nodes: [] },
    outputOf(job.document),
  );
  return members;
}

/** The destination without its secrets, marked if these changed. */
function auditedDestination(
  { destination_conf: conf }: JobDocument,
  before: JobDocument | undefined,
): string {
  const masked = storedDestination(conf)?.masked ?? '(hidden)';
  const isChanged = before !== undefined && before.destination_conf !== conf;
  return isChanged ? `${masked} (changed)` : masked;
}
