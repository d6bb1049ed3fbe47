import type { Kysely, Transaction } from 'kysely';
import type { Capability } from '../catalogs/permissions.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Referrer } from './referrers.ts';
import type { Scope } from './scope.ts';

/** A stored resource: the document that clients write, and whatever the server adds to it. */
export interface ResourceRecord {
  readonly id: string;
  readonly document: object;
}

/** Reads and writes single resources. `find` and `count` only see those of the scope. */
export interface ResourceStore<R extends ResourceRecord, S extends Scope, Tables> {
  find(db: Kysely<Tables>, scope: S, id: string): Promise<R | undefined>;
  count(db: Kysely<Tables>, scope: S): Promise<number>;
  insert(db: Kysely<Tables>, record: R): Promise<void>;
  update(db: Kysely<Tables>, record: R): Promise<void>;
  delete(db: Kysely<Tables>, id: string): Promise<void>;
}

/** The parts of a record that the kit supplies; the area adds its own. */
export interface NewRecord<R extends ResourceRecord> {
  readonly id: string;
  readonly document: R['document'];
  /** Undefined when the resource is created. */
  readonly before: R | undefined;
  readonly now: number;
}

/** Describes one kind of resource to the kit. */
export interface ResourceKind<R extends ResourceRecord, S extends Scope, Tables> {
  /** Its name in the audit log and in change events: `load_balancer`. */
  readonly resource: string;
  /** Its name in messages: "load balancer". */
  readonly noun: string;
  readonly read: Capability;
  readonly write: Capability;
  readonly store: ResourceStore<R, S, Tables>;
  readonly errors: ResourceErrors;
  /** How many of them the owner may have. */
  limit(scope: S): number;
  /** Writes with the same lock are serialised, so that the result of `check` is still valid when they commit. */
  lock(scope: S): string;
  /** Makes the id of a new resource. Left out: 32 random hexadecimal digits. */
  newId?(tx: Transaction<Tables>): Promise<string>;
  /** Throws an `ApiError` if the document must not be stored. */
  check(tx: Transaction<Tables>, scope: S, document: R['document'], id: string): Promise<void>;
  toRecord(tx: Transaction<Tables>, scope: S, next: NewRecord<R>): R | Promise<R>;
  toResponse(record: R): unknown;
  /** The response for callers with read permission only: no secrets. Left out: the same as `toResponse`. */
  toReaderResponse?(record: R): unknown;
  /** The value for the audit log: no secrets. Compared with `before`, it shows which secrets changed. */
  toAudit(record: R, before: R | undefined): unknown;
  /** For kinds that other resources can refer to. */
  readonly references?: ReferenceCheck<Tables>;
  /** If true, deleting a resource that does not exist succeeds. */
  readonly deletesMissing?: boolean;
}

/** Makes the errors of a kind of resource from the codes of its area. */
export interface ResourceErrors {
  notFound(id: string): ApiError;
  quotaExceeded(quota: ExceededQuota): ApiError;
}

export interface ExceededQuota {
  readonly owner: Scope['kind'];
  readonly limit: number;
  /** The number of resources including the refused one. */
  readonly count: number;
}

/** Keeps a resource from being deleted while others refer to it. */
export interface ReferenceCheck<Tables> {
  referrers(db: Kysely<Tables>, id: string): Promise<readonly Referrer[]>;
  error(id: string, referrers: readonly Referrer[]): ApiError;
}
