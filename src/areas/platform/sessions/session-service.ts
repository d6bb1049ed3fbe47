import type { Kysely, Transaction } from 'kysely';
import type { Actor } from '../../../contracts/actor.ts';
import type { Change } from '../../../contracts/change.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Principal } from '../../../http/principal.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { hashSecret, newSecret } from '../../../kernel/secret.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { PlatformDatabase, PlatformTables } from '../platform-tables.ts';
import { tokenStore } from '../tokens/token-store.ts';
import { userStore } from '../users/user-store.ts';
import { CODE_MS, type Session, type SessionCredential } from './session-model.ts';
import { sessionStore } from './session-store.ts';

export interface SessionServiceOptions {
  readonly database: PlatformDatabase;
  readonly changes: ChangeLog;
  readonly clock: Clock;
  onSessionEnded(): void;
}

/** Somebody who has signed in. */
export interface SignedIn {
  readonly session: Session;
  readonly actor: Actor;
  /** Null if the credential is the key of a user. */
  readonly tokenName: string | null;
}

type Tx = Transaction<PlatformTables>;

/** Signs people in to the dashboard, and out of it. */
export class SessionService {
  readonly #options: SessionServiceOptions;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
  }

  /** Creates a session with the rights of the caller's credential. */
  async signIn(principal: Principal): Promise<SignedIn & { readonly secret: string }> {
    const { database } = this.#options;
    const credential = await this.#credentialOf(principal);
    return await database.transaction((tx) => this.#create(tx, credential, principal.actor.ip));
  }

  /** The same for the holder of a code. */
  async signInByCode(
    code: string,
    clientAddress: string,
  ): Promise<SignedIn & { readonly secret: string }> {
    const { database, clock } = this.#options;
    return await database.transaction(async (tx) => {
      const found = await sessionStore.takeCode(tx, hashSecret(code));
      if (!found || found.expiresAt <= clock.now()) throw new ApiError('signInCodeUsed');
      return await this.#create(tx, found.credential, clientAddress);
    });
  }

  async createCode(principal: Principal): Promise<{ code: string; expiresAt: number }> {
    const { database, clock } = this.#options;
    const credential = await this.#credentialOf(principal);
    return await database.transaction((tx) => newCode(tx, credential, clock.now()));
  }

  async current({ session: known, actor }: Principal): Promise<SignedIn> {
    const { read } = this.#options.database;
    const session = known && (await sessionStore.findById(read, known.id));
    const holder = session && (await holderOf(read, session.credential, actor.ip));
    if (!holder) throw new ApiError('noSession');
    return { session, ...holder };
  }

  /** Returns the id of the session. */
  async signOut({ actor, session }: Principal): Promise<string> {
    if (!session) throw new ApiError('noSession');
    const { database, changes, onSessionEnded } = this.#options;
    await database.transaction(async (tx) => {
      const wasThere = await sessionStore.delete(tx, session.id);
      if (wasThere) await changes.append(tx, sessionChange(actor, 'delete', session.id));
    });
    onSessionEnded();
    return session.id;
  }

  async removeEnded(): Promise<void> {
    const { database, clock } = this.#options;
    await database.transaction((tx) => sessionStore.removeEnded(tx, clock.now()));
  }

  async #create(tx: Tx, credential: SessionCredential, clientAddress: string | null) {
    const { changes, clock } = this.#options;
    const holder = await holderOf(tx, credential, clientAddress);
    if (!holder) throw new ApiError('signInCodeUsed');
    const now = clock.now();
    const secret = newSecret('session');
    const secretHash = hashSecret(secret);
    const session = { id: newHexId(), secretHash, credential, createdAt: now, lastUsedAt: now };
    await sessionStore.insert(tx, session);
    await changes.append(tx, sessionChange(holder.actor, 'create', session.id));
    return { secret, session, ...holder };
  }

  async #credentialOf({ session, token, userId }: Principal): Promise<SessionCredential> {
    const { read } = this.#options.database;
    // A session that creates sessions would never end.
    if (session) throw new ApiError('sessionNotEnough');
    if (token) {
      const found = await tokenStore.findById(read, token.id);
      if (found) return { hash: found.secretHash, userId: undefined };
    } else if (userId !== undefined) {
      const user = await userStore.find(read, userId);
      if (user) return { hash: user.keyHash, userId };
    }
    throw new ApiError('missingCredentials');
  }
}

/** Creates a code. It is in this result and nowhere else. */
export async function newCode(
  tx: Tx,
  credential: SessionCredential,
  now: number,
): Promise<{ code: string; expiresAt: number }> {
  const code = newSecret('code');
  const expiresAt = now + CODE_MS;
  await sessionStore.insertCode(tx, { hash: hashSecret(code), credential, expiresAt });
  return { code, expiresAt };
}

/** Undefined if the credential is no longer there. */
async function holderOf(
  db: Kysely<PlatformTables>,
  { hash, userId }: SessionCredential,
  ip: string | null,
): Promise<Pick<SignedIn, 'actor' | 'tokenName'> | undefined> {
  if (userId !== undefined) {
    const user = await userStore.find(db, userId);
    return user && { actor: { type: 'user', id: user.id, email: user.email, ip }, tokenName: null };
  }
  const token = await tokenStore.findBySecretHash(db, hash);
  if (!token) return undefined;
  const { id, owner, name: tokenName } = token;
  const user = owner.type === 'user' ? await userStore.find(db, owner.id) : undefined;
  return { actor: { type: 'token', id, email: user?.email ?? null, ip }, tokenName };
}

function sessionChange(actor: Actor, action: Change['action'], id: string): Change {
  const nothing = { accountId: null, zoneId: null, before: null, after: null };
  return { actor, action, resource: 'session', resourceId: id, ...nothing };
}
