import type { Transaction } from 'kysely';
import { systemActor } from '../../contracts/actor.ts';
import type { Change } from '../../contracts/change.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newHexId } from '../../kernel/hex-id.ts';
import type { ChangeLog } from '../../storage/change-log.ts';
import type { AccountService } from './accounts/account-service.ts';
import { administratorPolicy } from './credentials/credential-verifier.ts';
import { equalHashes, hashSecret, newSecret } from './credentials/secret.ts';
import type { PlatformDatabase, PlatformTables } from './platform-tables.ts';
import type { TokenService } from './tokens/token-service.ts';
import { tokenStore } from './tokens/token-store.ts';
import { emptyProfile, type User } from './users/user-model.ts';
import { userRecord } from './users/user-schema.ts';
import { userStore } from './users/user-store.ts';

export interface FirstStartOptions {
  readonly database: PlatformDatabase;
  readonly accounts: AccountService;
  readonly tokens: TokenService;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  readonly keep: KeepSecrets;
}

/**
 * Called before the commit that makes them good: who cannot keep them fails the start, and the next one
 * begins anew. May be called again with the same.
 */
export type KeepSecrets = (made: MadeSecrets) => Promise<void>;

/** What the operator chose; what is undefined is made. */
export interface AdminSettings {
  readonly token: string | undefined;
  readonly email: string;
  readonly key: string | undefined;
  /** False when a bootstrap file brings accounts of its own. */
  readonly makeAccount: boolean;
}

/** Secrets that were made just now, to be kept and shown by the caller. */
export interface MadeSecrets {
  readonly token?: string;
  readonly key?: string;
}

/**
 * Makes the first account, user and token on an empty database, and on every start brings the
 * administrator's token and key to what the settings say.
 */
export async function prepareInstallation(
  options: FirstStartOptions,
  admin: AdminSettings,
): Promise<MadeSecrets> {
  const existing = await userStore.findFirst(options.database.read);
  if (!existing) return await makeInstallation(options, admin);
  await followKey(options, existing, admin);
  await followToken(options, existing, admin.token);
  return {};
}

async function makeInstallation(
  options: FirstStartOptions,
  admin: AdminSettings,
): Promise<MadeSecrets> {
  const { database, clock } = options;
  const key = admin.key ?? newSecret('key');
  const token = admin.token ?? newSecret('user');
  const made = {
    ...(admin.token === undefined && { token }),
    ...(admin.key === undefined && { key }),
  };
  const now = clock.now();
  const user: User = {
    id: newHexId(),
    email: admin.email.toLowerCase(),
    keyHash: hashSecret(key),
    profile: emptyProfile,
    createdAt: now,
    modifiedAt: now,
  };
  return await database.transaction(async (tx) => {
    // Two nodes may start on an empty database at the same time: one of them makes everything.
    await database.lock(tx, 'first start');
    if (await userStore.findFirst(tx)) return {};
    await userStore.insert(tx, user);
    await options.changes.append(tx, userChange('create', undefined, user));
    if (admin.makeAccount) {
      const account = { name: 'My account', type: 'enterprise' } as const;
      await options.accounts.createIn(tx, systemActor, account);
    }
    await makeAdminToken(tx, options, user, token);
    await options.keep(made);
    return made;
  });
}

async function makeAdminToken(
  tx: Transaction<PlatformTables>,
  { tokens }: FirstStartOptions,
  user: User,
  secret: string,
): Promise<void> {
  await tokens.createIn(
    tx,
    systemActor,
    { type: 'user', id: user.id },
    {
      name: 'Administrator',
      policies: [administratorPolicy(user)],
      condition: null,
      notBefore: null,
      expiresOn: null,
    },
    { id: newHexId(), secret, managedBy: 'settings' },
  );
}

async function followToken(
  options: FirstStartOptions,
  user: User,
  chosen: string | undefined,
): Promise<void> {
  if (chosen === undefined) return;
  const known = await tokenStore.findManagedBySettings(options.database.read);
  if (!known) {
    await options.database.transaction((tx) => makeAdminToken(tx, options, user, chosen));
  } else if (!equalHashes(known.secretHash, hashSecret(chosen))) {
    await options.tokens.roll(systemActor, known.owner, known.id, chosen);
  }
}

async function followKey(
  { database, changes, clock }: FirstStartOptions,
  user: User,
  admin: AdminSettings,
): Promise<void> {
  if (admin.key === undefined || equalHashes(user.keyHash, hashSecret(admin.key))) return;
  const after = { ...user, keyHash: hashSecret(admin.key), modifiedAt: clock.now() };
  await database.transaction(async (tx) => {
    await userStore.update(tx, after);
    await changes.append(tx, userChange('update', user, after));
  });
}

function userChange(action: Change['action'], before: User | undefined, after: User): Change {
  return {
    actor: systemActor,
    action,
    resource: 'user',
    resourceId: after.id,
    accountId: null,
    zoneId: null,
    before: before && userRecord(before),
    after: userRecord(after),
  };
}
