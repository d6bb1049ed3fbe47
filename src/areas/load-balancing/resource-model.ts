import type { Plan } from '../../catalogs/plans.ts';
import type { Db, Tx } from './load-balancing-tables.ts';

/** Pools, monitors and load balancers alike: a document that was written, and what the server adds. */
export interface ResourceRecord<Document> {
  readonly id: string;
  readonly accountId: string;
  /** Only load balancers belong to a zone. */
  readonly zoneId: string | undefined;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly document: Document;
}

/** Whose resources a call is about. */
export interface Scope {
  readonly accountId: string;
  readonly zone: ZoneScope | undefined;
}

export interface ZoneScope {
  readonly id: string;
  readonly name: string;
  /** What its plan may use. */
  readonly tier: Plan['tier'];
}

export interface ResourceStore<R> {
  find(db: Db, id: string): Promise<R | undefined>;
  insert(db: Db, record: R): Promise<void>;
  update(db: Db, record: R): Promise<void>;
  delete(db: Db, id: string): Promise<void>;
  count(db: Db, scope: Scope): Promise<number>;
}

export type ResourceType = 'load_balancer' | 'monitor' | 'pool';

/** Another resource that refers to one (referrer), or that one refers to (referral). */
export interface Reference {
  readonly direction: 'referral' | 'referrer';
  readonly type: ResourceType;
  readonly id: string;
  readonly name: string;
}

/** What differs between the kinds of resources. */
export interface ResourceKind<Document, R extends ResourceRecord<Document>> {
  readonly type: ResourceType;
  readonly store: ResourceStore<R>;
  /** How many an account, or a zone, may have. */
  readonly limit: number;
  /** Throws when the document cannot be stored. The writers of an account take turns meanwhile. */
  check(tx: Tx, scope: Scope, document: Document, id: string): Promise<void>;
  /** Completes a record that is about to be stored. */
  complete(before: R | undefined, record: ResourceRecord<Document>): R;
  response(record: R): unknown;
  /** As the audit log keeps it: without secrets. Whatever it was before says which of them changed. */
  recorded(record: R, before: R | undefined): unknown;
  /** What would break without it. */
  referrers(db: Db, id: string): Promise<readonly Reference[]>;
}

/** Names of kinds, for people. */
export const nouns: Readonly<Record<ResourceType, string>> = {
  load_balancer: 'load balancer',
  monitor: 'monitor',
  pool: 'pool',
};
