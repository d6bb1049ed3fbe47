import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Actor } from '../contracts/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { newHexId } from '../kernel/hex-id.ts';
import type { ChangeLog } from '../storage/change-log.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import type { Database } from '../storage/database.ts';
import type { ResourceKind, ResourceRecord } from './resource-model.ts';
import { changeOwner, type Scope } from './scope.ts';
import { scopedTransaction } from './scoped-transaction.ts';

export interface ResourceServiceOptions<Tables> {
  readonly database: Database<Tables>;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

/** Reads and writes resources of one kind. A write is one transaction with its audit entry and event. */
export class ResourceService<R extends ResourceRecord, S extends Scope, Tables extends CoreTables> {
  readonly kind: ResourceKind<R, S, Tables>;
  readonly #options: ResourceServiceOptions<Tables>;

  constructor(options: ResourceServiceOptions<Tables>, kind: ResourceKind<R, S, Tables>) {
    this.kind = kind;
    this.#options = options;
  }

  async get(scope: S, id: string): Promise<R> {
    return this.#existing(id, await this.kind.store.find(this.#options.database.read, scope, id));
  }

  /** `id` is given only if the caller chooses it, as a bootstrap file does. */
  async create(actor: Actor, scope: S, document: R['document'], id?: string): Promise<R> {
    return await this.transact(scope, async (tx) => {
      const record = await this.insert(tx, scope, document, id);
      await this.announce(tx, actor, scope, undefined, record);
      return record;
    });
  }

  /** Stores a new document. The caller announces the change. */
  async insert(
    tx: Transaction<Tables>,
    scope: S,
    document: R['document'],
    id?: string,
  ): Promise<R> {
    const { kind } = this;
    const newId = id ?? (await kind.newId?.(tx)) ?? newHexId();
    await kind.check(tx, scope, document, newId);
    await this.#checkQuota(tx, scope);
    const record = await this.#toRecord(tx, scope, newId, document, undefined);
    await kind.store.insert(tx, record);
    return record;
  }

  /** `alter` gets the stored document. If it returns an equal one, nothing is written. */
  async change(
    actor: Actor,
    scope: S,
    id: string,
    alter: (document: R['document']) => R['document'],
  ): Promise<R> {
    return await this.transact(scope, async (tx) => {
      const before = this.#existing(id, await this.kind.store.find(tx, scope, id));
      const after = await this.save(tx, scope, before, alter(before.document));
      if (after !== before) await this.announce(tx, actor, scope, before, after);
      return after;
    });
  }

  /** Creates the resource with this id, or replaces its document. */
  async ensure(actor: Actor, scope: S, id: string, document: R['document']): Promise<R> {
    return await this.ensureBy(
      scope,
      id,
      () => this.change(actor, scope, id, () => document),
      () => this.create(actor, scope, document, id),
    );
  }

  protected async ensureBy(
    scope: S,
    id: string,
    change: () => Promise<R>,
    create: () => Promise<R>,
  ): Promise<R> {
    const { database } = this.#options;
    if (await this.kind.store.find(database.read, scope, id)) return await change();
    try {
      return await create();
    } catch (error) {
      if (!database.dialect.isUniqueViolation(error)) throw error;
      throw new Error(`the id ${id} is in use by a ${this.kind.noun} of another owner`);
    }
  }

  /** Returns the deleted resource; undefined if there was none and that is allowed. */
  async delete(actor: Actor, scope: S, id: string): Promise<R | undefined> {
    const { store, deletesMissing } = this.kind;
    return await this.transact(scope, async (tx) => {
      const before = await store.find(tx, scope, id);
      if (!before && deletesMissing) return undefined;
      const deleted = this.#existing(id, before);
      await this.checkUnused(tx, id);
      await store.delete(tx, id);
      await this.announce(tx, actor, scope, deleted, undefined);
      return deleted;
    });
  }

  /** Throws if other resources refer to the one with this id. */
  protected async checkUnused(tx: Transaction<Tables>, id: string): Promise<void> {
    const { references } = this.kind;
    const referrers = (await references?.referrers(tx, id)) ?? [];
    if (references && referrers.length > 0) throw references.error(id, referrers);
  }

  /** Stores a new document in place of the old one, if it differs. The caller announces the change. */
  async save(tx: Transaction<Tables>, scope: S, before: R, document: R['document']): Promise<R> {
    if (isDeepStrictEqual(before.document, document)) return before;
    await this.kind.check(tx, scope, document, before.id);
    const after = await this.#toRecord(tx, scope, before.id, document, before);
    await this.kind.store.update(tx, after);
    return after;
  }

  /** Must be the last step of a transaction; see `ChangeLog`. */
  async announce(
    tx: Transaction<Tables>,
    actor: Actor,
    scope: S,
    before: R | undefined,
    after: R | undefined,
  ): Promise<void> {
    await this.#options.changes.append(tx, {
      actor,
      action: before ? (after ? 'update' : 'delete') : 'create',
      resource: this.kind.resource,
      resourceId: (after ?? before)?.id ?? '',
      ...changeOwner(scope),
      before: before && this.kind.toAudit(before, undefined),
      after: after && this.kind.toAudit(after, before),
    });
  }

  async transact<T>(scope: S, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    const write = { scope, lock: this.kind.lock(scope), capability: this.kind.write };
    return await scopedTransaction(this.#options.database, write, work);
  }

  async #checkQuota(tx: Transaction<Tables>, scope: S): Promise<void> {
    const { store, errors } = this.kind;
    const limit = this.kind.limit(scope);
    if (!Number.isFinite(limit)) return;
    const count = (await store.count(tx, scope)) + 1;
    if (count > limit) throw errors.quotaExceeded({ owner: scope.kind, limit, count });
  }

  async #toRecord(
    tx: Transaction<Tables>,
    scope: S,
    id: string,
    document: R['document'],
    before: R | undefined,
  ): Promise<R> {
    const now = this.#options.clock.now();
    return await this.kind.toRecord(tx, scope, { id, document, before, now });
  }

  #existing(id: string, record: R | undefined): R {
    if (!record) throw this.kind.errors.notFound(id);
    return record;
  }
}
