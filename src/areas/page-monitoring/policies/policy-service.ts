import { isDeepStrictEqual } from 'node:util';
import { pagePolicyQuota } from '../../../catalogs/page-features.ts';
import type { Actor } from '../../../contracts/actor.ts';
import { hideKeys } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { notFound } from '../page-monitoring-errors.ts';
import type { PageMonitoringDatabase, Tx } from '../page-monitoring-tables.ts';
import { checkPolicy } from './policy-check.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import type { PagePolicy, PolicyDraft } from './policy-model.ts';
import { policyResponse } from './policy-schema.ts';
import { policyStore } from './policy-store.ts';

export interface PolicyServiceOptions {
  readonly database: PageMonitoringDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly conditions: PolicyConditions;
}

/** Reads and writes policies. Writers of one zone take turns. */
export class PolicyService {
  readonly #options: PolicyServiceOptions;

  constructor(options: PolicyServiceOptions) {
    this.#options = options;
  }

  async list(zone: ZoneScope): Promise<PagePolicy[]> {
    return await policyStore.list(this.#options.database.read, zone.id);
  }

  async get(zone: ZoneScope, id: string): Promise<PagePolicy> {
    const policy = await policyStore.find(this.#options.database.read, zone.id, id);
    if (!policy) throw notFound('Policy', id);
    return policy;
  }

  async create(actor: Actor, zone: ZoneScope, draft: PolicyDraft): Promise<PagePolicy> {
    const { clock, conditions } = this.#options;
    checkPolicy(draft, conditions);
    return await this.#transact(zone, async (tx) => {
      const known = await policyStore.list(tx, zone.id);
      requireRoom(zone, known.length + 1);
      const policy: PagePolicy = {
        ...draft,
        id: newHexId(),
        zoneId: zone.id,
        position: (known.at(-1)?.position ?? 0) + 1,
        createdAt: clock.now(),
      };
      await policyStore.insert(tx, policy);
      await this.#announce(tx, actor, zone, undefined, policy);
      return policy;
    });
  }

  /** Nothing is written when nothing changes. */
  async change(
    actor: Actor,
    zone: ZoneScope,
    id: string,
    alter: (policy: PagePolicy) => PolicyDraft,
  ): Promise<PagePolicy> {
    return await this.#transact(zone, async (tx) => {
      const before = await policyStore.find(tx, zone.id, id);
      if (!before) throw notFound('Policy', id);
      const after = { ...before, ...alter(before) };
      if (isDeepStrictEqual(before, after)) return before;
      checkPolicy(after, this.#options.conditions);
      await policyStore.update(tx, after);
      await this.#announce(tx, actor, zone, before, after);
      return after;
    });
  }

  /** Deleting what is not there succeeds: clients try again. */
  async delete(actor: Actor, zone: ZoneScope, id: string): Promise<void> {
    await this.#transact(zone, async (tx) => {
      const before = await policyStore.find(tx, zone.id, id);
      if (!before) return;
      await policyStore.delete(tx, id);
      await this.#announce(tx, actor, zone, before, undefined);
    });
  }

  async #announce(
    tx: Tx,
    actor: Actor,
    zone: ZoneScope,
    before: PagePolicy | undefined,
    after: PagePolicy | undefined,
  ): Promise<void> {
    await this.#options.changes.append(tx, {
      actor,
      action: before ? (after ? 'update' : 'delete') : 'create',
      resource: 'page_policy',
      resourceId: (after ?? before)?.id ?? '',
      accountId: zone.accountId,
      zoneId: zone.id,
      before: before && hideKeys(policyResponse(before)),
      after: after && hideKeys(policyResponse(after), before),
    });
  }

  async #transact<T>(zone: ZoneScope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const lock = `page policies ${zone.id}`;
    const write = { scope: zone, lock, capability: 'page-monitoring:write' } as const;
    return await scopedTransaction(this.#options.database, write, work);
  }
}

/** Clients know policies as rules of a phase of their own. */
function requireRoom({ plan }: ZoneScope, count: number): void {
  const max = pagePolicyQuota(plan);
  if (count <= max) return;
  throw new ApiError('ruleQuota', { phase: 'http_response_page_shield', count, max });
}
