import type { Transaction } from 'kysely';
import { limits } from '../../../catalogs/limits.ts';
import type { Actor } from '../../../contracts/actor.ts';
import type { Change } from '../../../contracts/change.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { hashSecret, newSecret } from '../../../kernel/secret.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { accountLock } from '../accounts/account-model.ts';
import { accountStore } from '../accounts/account-store.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import type { Token, TokenOwner } from './token-model.ts';
import { checkTokenDraft } from './token-rules.ts';
import { type TokenDraft, tokenResponse } from './token-schema.ts';
import { tokenStore } from './token-store.ts';

export interface TokenWithSecret {
  readonly token: Token;
  /** Returned once and never stored. */
  readonly secret: string;
}

export interface TokenServiceOptions {
  readonly database: PlatformDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  /** Called after a commit that changes the rights or the validity of a secret. */
  readonly onTokenChanged: () => void;
}

/** A token whose id and secret the operator chose in a file or a setting. */
export interface FixedToken {
  readonly id: string;
  readonly secret: string;
  readonly managedBy: Token['managedBy'];
}

export class TokenService {
  readonly #options: TokenServiceOptions;

  constructor(options: TokenServiceOptions) {
    this.#options = options;
  }

  async get(owner: TokenOwner, id: string): Promise<Token> {
    return orMissing(await tokenStore.find(this.#options.database.read, owner, id));
  }

  async create(
    actor: Actor,
    owner: TokenOwner,
    draft: TokenDraft,
    fixed?: FixedToken,
  ): Promise<TokenWithSecret> {
    return await this.#options.database.transaction((tx) =>
      this.createIn(tx, actor, owner, draft, fixed),
    );
  }

  /** For transactions that create more than the token. */
  async createIn(
    tx: Transaction<PlatformTables>,
    actor: Actor,
    owner: TokenOwner,
    draft: TokenDraft,
    fixed?: FixedToken,
  ): Promise<TokenWithSecret> {
    const { database, clock } = this.#options;
    const now = clock.now();
    // An expiry time in a bootstrap file may be in the past; the token is created nevertheless.
    checkTokenDraft(draft, owner, now, fixed && draft);
    const secret = fixed?.secret ?? newSecret(owner.type);
    const token: Token = {
      ...draft,
      id: fixed?.id ?? newHexId(),
      owner,
      disabled: draft.disabled ?? false,
      secretHash: hashSecret(secret),
      issuedAt: now,
      modifiedAt: now,
      lastUsedAt: null,
      managedBy: fixed?.managedBy ?? null,
    };
    await database.lock(tx, owner.type === 'account' ? accountLock(owner.id) : `user ${owner.id}`);
    if (owner.type === 'account' && !(await accountStore.find(tx, owner.id))) {
      throw new ApiError('invalidAccount', { permission: 'Account API Tokens Write' });
    }
    const limit = owner.type === 'user' ? limits.tokensPerUser : limits.tokensPerAccount;
    if (!fixed && (await tokenStore.count(tx, owner)) >= limit) {
      throw new ApiError('tokenQuota', { limit });
    }
    await tokenStore.insert(tx, token);
    await this.#options.changes.append(tx, this.#change(actor, 'create', undefined, token));
    return { token, secret };
  }

  async update(actor: Actor, owner: TokenOwner, id: string, draft: TokenDraft): Promise<Token> {
    return await this.#alter(actor, owner, id, (token) => {
      checkTokenDraft(draft, owner, this.#options.clock.now(), token);
      return { ...token, ...draft, disabled: draft.disabled ?? token.disabled };
    });
  }

  /** Replaces the secret of the token. The old secret is invalid after the commit. */
  async roll(actor: Actor, owner: TokenOwner, id: string, chosen?: string): Promise<string> {
    const secret = chosen ?? newSecret(owner.type);
    const secretHash = hashSecret(secret);
    await this.#alter(actor, owner, id, (token) => ({ ...token, secretHash }));
    return secret;
  }

  async delete(actor: Actor, owner: TokenOwner, id: string): Promise<void> {
    const { database, changes } = this.#options;
    await database.transaction(async (tx) => {
      await database.lock(tx, tokenLock(id));
      const before = orMissing(await tokenStore.find(tx, owner, id));
      await tokenStore.delete(tx, id);
      await changes.append(tx, this.#change(actor, 'delete', before, undefined));
    });
    this.#options.onTokenChanged();
  }

  /** For the transaction that deletes the owner. The caller calls `forgetSecrets` after the commit. */
  async deleteAllOf(
    tx: Transaction<PlatformTables>,
    actor: Actor,
    owner: TokenOwner,
  ): Promise<void> {
    for (const token of await tokenStore.allOf(tx, owner)) {
      await tokenStore.delete(tx, token.id);
      await this.#options.changes.append(tx, this.#change(actor, 'delete', token, undefined));
    }
  }

  /** Drops cached secrets, so that a change takes effect at once. */
  forgetSecrets(): void {
    this.#options.onTokenChanged();
  }

  async #alter(
    actor: Actor,
    owner: TokenOwner,
    id: string,
    alter: (token: Token) => Token,
  ): Promise<Token> {
    const { database, changes, clock, onTokenChanged } = this.#options;
    const token = await database.transaction(async (tx) => {
      await database.lock(tx, tokenLock(id));
      const before = orMissing(await tokenStore.find(tx, owner, id));
      const after = { ...alter(before), modifiedAt: clock.now() };
      await tokenStore.update(tx, after);
      await changes.append(tx, this.#change(actor, 'update', before, after));
      return after;
    });
    onTokenChanged();
    return token;
  }

  #change(
    actor: Actor,
    action: Change['action'],
    before: Token | undefined,
    after: Token | undefined,
  ): Change {
    const now = this.#options.clock.now();
    const { id, owner } = orMissing(after ?? before);
    return {
      actor,
      action,
      resource: 'token',
      resourceId: id,
      accountId: owner.type === 'account' ? owner.id : null,
      zoneId: null,
      before: before && tokenResponse(before, now),
      after: after && tokenResponse(after, now),
    };
  }
}

const tokenLock = (tokenId: string) => `token ${tokenId}`;

function orMissing(token: Token | undefined): Token {
  if (!token) throw new ApiError('tokenNotFound');
  return token;
}
