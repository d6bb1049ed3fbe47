import type { Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { ZoneCache } from '../zones/zone-cache.ts';
import {
  type Account,
  type AccountSettings,
  accountLock,
  defaultAccountSettings,
  isAccountName,
} from './account-model.ts';
import { accountResponse } from './account-schema.ts';
import { accountStore } from './account-store.ts';

export interface NewAccount {
  readonly id?: string;
  readonly name: string;
  readonly type?: Account['type'] | undefined;
  readonly settings?: AccountSettings | undefined;
}

export interface AccountServiceOptions {
  readonly database: PlatformDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly zones: ZoneCache;
  readonly tokens: TokenService;
}

export class AccountService {
  readonly #database: PlatformDatabase;
  readonly #changes: ChangeLog;
  readonly #clock: Clock;
  readonly #zones: ZoneCache;
  readonly #tokens: TokenService;

  constructor({ database, changes, clock, zones, tokens }: AccountServiceOptions) {
    this.#database = database;
    this.#changes = changes;
    this.#clock = clock;
    this.#zones = zones;
    this.#tokens = tokens;
  }

  async get(id: string): Promise<Account> {
    return orInvalid(await accountStore.find(this.#database.read, id));
  }

  async create(actor: Actor, wanted: NewAccount): Promise<Account> {
    return await this.#database.transaction((tx) => this.createIn(tx, actor, wanted));
  }

  /** For transactions that create more than the account. */
  async createIn(
    tx: Transaction<PlatformTables>,
    actor: Actor,
    { id = newHexId(), name, type, settings = defaultAccountSettings }: NewAccount,
  ): Promise<Account> {
    checkName(name);
    const account: Account = {
      id,
      name,
      type: type ?? 'standard',
      settings,
      createdAt: this.#clock.now(),
    };
    await accountStore.insert(tx, account);
    await this.#changes.append(tx, this.#change(actor, 'create', undefined, account));
    return account;
  }

  async update(actor: Actor, id: string, alter: (account: Account) => Account): Promise<Account> {
    const account = await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, accountLock(id));
      const before = orInvalid(await accountStore.find(tx, id));
      const after = alter(before);
      checkName(after.name);
      await accountStore.update(tx, after);
      await this.#changes.append(tx, this.#change(actor, 'update', before, after));
      return after;
    });
    // Cached zones contain the name of their account.
    this.#zones.forget();
    return account;
  }

  async delete(actor: Actor, id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, accountLock(id));
      const before = orInvalid(await accountStore.find(tx, id));
      const { count } = await tx
        .selectFrom('zones')
        .where('account_id', '=', id)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count > 0) throw new ApiError('accountNotEmpty', { count });
      await this.#tokens.deleteAllOf(tx, actor, { type: 'account', id });
      await accountStore.delete(tx, id);
      await this.#changes.append(tx, this.#change(actor, 'delete', before, undefined));
    });
    this.#tokens.forgetSecrets();
  }

  #change(
    actor: Actor,
    action: 'create' | 'update' | 'delete',
    before: Account | undefined,
    after: Account | undefined,
  ) {
    const accountId = (after ?? before)?.id ?? '';
    return {
      actor,
      action,
      resource: 'account',
      resourceId: accountId,
      accountId,
      zoneId: null,
      before: before && accountResponse(before),
      after: after && accountResponse(after),
    };
  }
}

function checkName(name: string): void {
  if (!isAccountName(name)) throw new ApiError('invalidAccountName', {}, { pointer: '/name' });
}

function orInvalid(account: Account | undefined): Account {
  if (!account) throw new ApiError('invalidAccount', { permission: 'Account Settings Read' });
  return account;
}
