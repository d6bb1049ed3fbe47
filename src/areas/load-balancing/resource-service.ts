import { isDeepStrictEqual } from 'node:util';
import { groupNameFor } from '../../catalogs/permissions.ts';
import type { Actor } from '../../contracts/actor.ts';
import type { Change } from '../../contracts/change.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import type { ChangeLog } from '../../storage/change-log.ts';
import { notFound, referenced } from './load-balancing-errors.ts';
import type { LoadBalancingDatabase, Tx } from './load-balancing-tables.ts';
import { nouns, type ResourceKind, type ResourceRecord, type Scope } from './resource-model.ts';

export interface ResourceServiceOptions {
  readonly database: LoadBalancingDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

/** Reads and writes resources of one kind. All writers of an account take turns. */
export class ResourceService<Document, R extends ResourceRecord<Document>> {
  readonly #options: ResourceServiceOptions;
  readonly #kind: ResourceKind<Document, R>;

  constructor(options: ResourceServiceOptions, kind: ResourceKind<Document, R>) {
    this.#options = options;
    this.#kind = kind;
  }

  async get(scope: Scope, id: string): Promise<R> {
    return this.#own(scope, id, await this.#kind.store.find(this.#options.database.read, id));
  }

  async create(actor: Actor, scope: Scope, document: Document, id = newHexId()): Promise<R> {
    return await this.transact(scope, async (tx) => {
      await this.#checkQuota(tx, scope);
      await this.#kind.check(tx, scope, document, id);
      const record = this.#next(scope, undefined, id, document);
      await this.#kind.store.insert(tx, record);
      await this.announce(tx, actor, undefined, record);
      return record;
    });
  }

  /** `alter` gets the stored document. When it stays the same, nothing is written. */
  async change(
    actor: Actor,
    scope: Scope,
    id: string,
    alter: (document: Document) => Document,
  ): Promise<R> {
    return await this.transact(scope, async (tx) => {
      const before = await this.find(tx, scope, id);
      const after = await this.store(tx, scope, before, alter(before.document));
      if (after !== before) await this.announce(tx, actor, before, after);
      return after;
    });
  }

  /** Makes the resource with this id, or brings it to this document. */
  async ensure(actor: Actor, scope: Scope, id: string, document: Document): Promise<R> {
    const known = await this.#kind.store.find(this.#options.database.read, id);
    return known
      ? await this.change(actor, scope, id, () => document)
      : await this.create(actor, scope, document, id);
  }

  async delete(actor: Actor, scope: Scope, id: string): Promise<void> {
    const { store, type } = this.#kind;
    await this.transact(scope, async (tx) => {
      const before = await this.find(tx, scope, id);
      const referrers = await this.#kind.referrers(tx, id);
      if (referrers.length > 0) throw referenced(type, id, referrers);
      await store.delete(tx, id);
      await this.announce(tx, actor, before, undefined);
    });
  }

  async find(tx: Tx, scope: Scope, id: string): Promise<R> {
    return this.#own(scope, id, await this.#kind.store.find(tx, id));
  }

  /** Stores a new document in place of the old one; the caller announces it. */
  async store(tx: Tx, scope: Scope, before: R, document: Document): Promise<R> {
    if (isDeepStrictEqual(before.document, document)) return before;
    await this.#kind.check(tx, scope, document, before.id);
    const after = this.#next(scope, before, before.id, document);
    await this.#kind.store.update(tx, after);
    return after;
  }

  /** The last thing that a transaction does; see `ChangeLog`. */
  async announce(tx: Tx, actor: Actor, before: R | undefined, after: R | undefined): Promise<void> {
    const { type } = this.#kind;
    const record = after ?? before;
    if (!record) throw new Error('a change needs a resource');
    const change: Change = {
      actor,
      action: before ? (after ? 'update' : 'delete') : 'create',
      resource: type,
      resourceId: record.id,
      accountId: record.accountId,
      zoneId: record.zoneId ?? null,
      before: before && this.#kind.recorded(before, undefined),
      after: after && this.#kind.recorded(after, before),
    };
    await this.#options.changes.append(tx, change);
  }

  async transact<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { database } = this.#options;
    try {
      return await database.transaction(async (tx) => {
        await database.lock(tx, `load balancing ${scope.accountId}`);
        return await work(tx);
      });
    } catch (error) {
      if (!database.dialect.isForeignKeyViolation(error)) throw error;
      // The zone or account went away meanwhile: everything else that is referred to was checked.
      throw scope.zone
        ? new ApiError('invalidZone', { permission: groupNameFor('load-balancer:write') })
        : new ApiError('invalidAccount', { permission: groupNameFor('pool:write') });
    }
  }

  #next(scope: Scope, before: R | undefined, id: string, document: Document): R {
    const now = this.#options.clock.now();
    return this.#kind.complete(before, {
      id,
      accountId: scope.accountId,
      zoneId: scope.zone?.id,
      createdAt: before?.createdAt ?? now,
      modifiedAt: Math.max(now, before?.modifiedAt ?? now),
      document,
    });
  }

  async #checkQuota(tx: Tx, scope: Scope): Promise<void> {
    const { limit, type, store } = this.#kind;
    if (!Number.isFinite(limit) || (await store.count(tx, scope)) < limit) return;
    const owner = scope.zone ? 'zone' : 'account';
    throw new ApiError('loadBalancingQuota', { owner, limit, kind: nouns[type] });
  }

  #own(scope: Scope, id: string, record: R | undefined): R {
    const isOwn = record?.accountId === scope.accountId && record.zoneId === scope.zone?.id;
    if (!isOwn) throw notFound(this.#kind.type, id);
    return record;
  }
}
