import { limits } from '../../../catalogs/limits.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { Change } from '../../../contracts/change.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { scopedTransaction } from '../../../resources/scoped-transaction.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { invalid, resourceErrors } from '../notifications-errors.ts';
import { accountLock, type NotificationsDatabase, type Tx } from '../notifications-tables.ts';
import { policyStore } from '../policies/policy-store.ts';
import type { Silence } from './silence-model.ts';
import { silenceResponse } from './silence-schema.ts';
import { silenceStore } from './silence-store.ts';

const DAY_MS = 86_400_000;
const errors = resourceErrors('silence');

export type NewSilence = Pick<Silence, 'policyId' | 'startAt' | 'endAt'>;
export type SilenceChange = Pick<Silence, 'id'> & Partial<Pick<Silence, 'startAt' | 'endAt'>>;

export interface SilenceServiceOptions {
  readonly database: NotificationsDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
}

/** Silences of an account. A list of silences is written in one transaction. */
export class SilenceService {
  readonly #options: SilenceServiceOptions;

  constructor(options: SilenceServiceOptions) {
    this.#options = options;
  }

  async get({ accountId }: AccountScope, id: string): Promise<Silence> {
    return existing(id, await silenceStore.find(this.#options.database.read, accountId, id));
  }

  async list({ accountId }: AccountScope): Promise<Silence[]> {
    return await silenceStore.list(this.#options.database.read, accountId);
  }

  async create(
    actor: Actor,
    scope: AccountScope,
    sent: readonly NewSilence[],
  ): Promise<readonly Silence[]> {
    const { accountId } = scope;
    return await this.#transact(scope, async (tx, now) => {
      await silenceStore.trim(tx, accountId, now - limits.silenceDays * DAY_MS);
      const count = (await silenceStore.count(tx, accountId)) + sent.length;
      const limit = limits.silencesPerAccount;
      if (count > limit) throw errors.quotaExceeded({ owner: 'account', limit, count });
      for (const [n, silence] of sent.entries()) {
        checkRange(silence, n);
        if (silence.endAt <= now) {
          throw invalid(`/${n}/end_time`, 'the silence has already ended: choose a later end');
        }
        if (await policyStore.find(tx, scope, silence.policyId)) continue;
        const problem = `there is no notification policy ${silence.policyId} in this account`;
        throw invalid(`/${n}/policy_id`, problem);
      }
      const times = { createdAt: now, updatedAt: now };
      const created = sent.map((silence) => ({ ...silence, ...times, accountId, id: newHexId() }));
      await silenceStore.insert(tx, created);
      for (const silence of created) await this.#announce(tx, actor, undefined, silence);
      return created;
    });
  }

  async change(
    actor: Actor,
    scope: AccountScope,
    sent: readonly SilenceChange[],
  ): Promise<readonly Silence[]> {
    return await this.#transact(scope, async (tx, now) => {
      const changed: { before: Silence; after: Silence }[] = [];
      for (const [n, { id, startAt, endAt }] of sent.entries()) {
        const before = existing(id, await silenceStore.find(tx, scope.accountId, id));
        const range = { startAt: startAt ?? before.startAt, endAt: endAt ?? before.endAt };
        checkRange(range, n);
        const after = { ...before, ...range, updatedAt: now };
        await silenceStore.update(tx, after);
        changed.push({ before, after });
      }
      for (const { before, after } of changed) await this.#announce(tx, actor, before, after);
      return changed.map(({ after }) => after);
    });
  }

  async delete(actor: Actor, scope: AccountScope, id: string): Promise<void> {
    await this.#transact(scope, async (tx) => {
      const before = existing(id, await silenceStore.find(tx, scope.accountId, id));
      await silenceStore.delete(tx, id);
      await this.#announce(tx, actor, before, undefined);
    });
  }

  async #transact<T>(scope: AccountScope, work: (tx: Tx, now: number) => Promise<T>): Promise<T> {
    const { database, clock } = this.#options;
    const write = { scope, lock: accountLock(scope), capability: 'notification:write' } as const;
    return await scopedTransaction(database, write, (tx) => work(tx, clock.now()));
  }

  async #announce(
    tx: Tx,
    actor: Actor,
    before: Silence | undefined,
    after: Silence | undefined,
  ): Promise<void> {
    const silence = after ?? before;
    const action: Change['action'] = before ? (after ? 'update' : 'delete') : 'create';
    await this.#options.changes.append(tx, {
      actor,
      action,
      resource: 'notification_silence',
      resourceId: silence?.id ?? '',
      accountId: silence?.accountId ?? null,
      zoneId: null,
      before: before && silenceResponse(before),
      after: after && silenceResponse(after),
    });
  }
}

function existing(id: string, silence: Silence | undefined): Silence {
  if (!silence) throw errors.notFound(id);
  return silence;
}

function checkRange({ startAt, endAt }: Pick<Silence, 'startAt' | 'endAt'>, n: number): void {
  if (endAt > startAt) return;
  throw invalid(`/${n}/end_time`, '"end_time" must be later than "start_time"');
}
