import { administratorGroup } from '../../../catalogs/permissions.ts';
import type { Credential, Principal, Verification, Verifier } from '../../../http/principal.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { equalHashes, hashSecret } from '../../../kernel/secret.ts';
import { TtlCache } from '../../../kernel/ttl-cache.ts';
import { accountStore } from '../accounts/account-store.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import { endOf, type Session } from '../sessions/session-model.ts';
import { sessionStore } from '../sessions/session-store.ts';
import { refusalOf, type Token } from '../tokens/token-model.ts';
import { compileRights, type Rights } from '../tokens/token-rights.ts';
import { tokenStore } from '../tokens/token-store.ts';
import type { User } from '../users/user-model.ts';
import { userStore } from '../users/user-store.ts';
import type { ZoneCache } from '../zones/zone-cache.ts';

const CACHED_TOKENS = 10_000;
/** Changes clear the cache at once. The limit is for changes whose event does not arrive. */
const CACHE_MS = 5_000;

interface KnownToken {
  readonly token: Token;
  readonly rights: Rights;
  readonly email: string | null;
}

/** Verifies tokens and keys for the guard of the API. */
export class CredentialVerifier implements Verifier {
  readonly #database: PlatformDatabase;
  readonly #zones: ZoneCache;
  readonly #clock: Clock;
  /** By hash of the secret. */
  readonly #tokens: TtlCache<string, KnownToken>;
  readonly #sessions: TtlCache<string, Session>;
  #lastUsed = new Map<string, number>();
  #sessionsUsed = new Map<string, number>();

  constructor(database: PlatformDatabase, zones: ZoneCache, clock: Clock) {
    this.#database = database;
    this.#zones = zones;
    this.#clock = clock;
    this.#tokens = new TtlCache({ capacity: CACHED_TOKENS, keepMs: CACHE_MS, clock }, (hash) =>
      this.#load(hash),
    );
    this.#sessions = new TtlCache({ capacity: CACHED_TOKENS, keepMs: CACHE_MS, clock }, (hash) =>
      sessionStore.find(database.read, hash),
    );
  }

  async verify(credential: Credential, clientAddress: string): Promise<Verification> {
    switch (credential.kind) {
      case 'token':
        return await this.#verifyToken(hashSecret(credential.secret), clientAddress);
      case 'key': {
        const user = await userStore.findByEmail(this.#database.read, credential.email);
        return verifyKey(user, hashSecret(credential.key), clientAddress);
      }
      case 'session':
        return await this.#verifySession(hashSecret(credential.secret), clientAddress);
    }
  }

  async accountOfZone(zoneId: string): Promise<string | undefined> {
    return (await this.#zones.get(zoneId))?.account.id;
  }

  async accountExists(accountId: string): Promise<boolean> {
    return (await accountStore.find(this.#database.read, accountId)) !== undefined;
  }

  async accountWasDeleted(accountId: string): Promise<boolean> {
    const row = await this.#database.read
      .selectFrom('audit_entries')
      .select('seq')
      .where('account_id', '=', accountId)
      .where('resource', '=', 'account')
      .where('action', '=', 'delete')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async findToken(secret: string): Promise<Token | undefined> {
    return (await this.#tokens.get(hashSecret(secret)))?.token;
  }

  /** Called when tokens, their owners or sessions changed. */
  forget(): void {
    this.#tokens.forget();
    this.#sessions.forget();
  }

  /** Writes the collected times of use. A job calls it, since a write for every request would be too slow. */
  async saveLastUsed(): Promise<void> {
    const used = this.#lastUsed;
    const sessionsUsed = this.#sessionsUsed;
    if (used.size === 0 && sessionsUsed.size === 0) return;
    this.#lastUsed = new Map();
    this.#sessionsUsed = new Map();
    try {
      await this.#database.transaction(async (tx) => {
        for (const [id, at] of used) await tokenStore.setLastUsed(tx, id, at);
        for (const [id, at] of sessionsUsed) await sessionStore.setLastUsed(tx, id, at);
      });
    } catch (error) {
      // The next call tries again. A later time of use of the same token takes precedence.
      this.#lastUsed = new Map([...used, ...this.#lastUsed]);
      this.#sessionsUsed = new Map([...sessionsUsed, ...this.#sessionsUsed]);
      throw error;
    }
  }

  async #verifyToken(hash: string, clientAddress: string): Promise<Verification> {
    const found = await this.#tokens.get(hash);
    if (!found) return { outcome: 'unknown' };
    const { token, rights, email } = found;
    const now = this.#clock.now();
    const reason = refusalOf(token, now, clientAddress);
    if (reason !== undefined) return { outcome: 'refused', reason };
    this.#lastUsed.set(token.id, now);
    const ownedByUser = token.owner.type === 'user';
    const principal: Principal = {
      actor: { type: 'token', id: token.id, email, ip: clientAddress },
      rateKey: token.id,
      token: { id: token.id },
      userId: ownedByUser ? token.owner.id : undefined,
      ...rights,
    };
    return { outcome: 'accepted', principal };
  }

  /** A session is as good as its credential, until it ends. */
  async #verifySession(hash: string, clientAddress: string): Promise<Verification> {
    const stored = await this.#sessions.get(hash);
    if (!stored || !equalHashes(stored.secretHash, hash)) return { outcome: 'unknown' };
    const { id, credential } = stored;
    const now = this.#clock.now();
    const lastUsedAt = Math.max(stored.lastUsedAt, this.#sessionsUsed.get(id) ?? 0);
    if (endOf({ ...stored, lastUsedAt }) <= now) {
      return { outcome: 'refused', reason: 'it was not used for too long' };
    }
    const verification =
      credential.userId === undefined
        ? await this.#verifyToken(credential.hash, clientAddress)
        : verifyKey(
            await userStore.find(this.#database.read, credential.userId),
            credential.hash,
            clientAddress,
          );
    if (verification.outcome === 'unknown') {
      return { outcome: 'refused', reason: 'its token or key was replaced or deleted' };
    }
    if (verification.outcome === 'refused') return verification;
    this.#sessionsUsed.set(id, now);
    const principal = { ...verification.principal, rateKey: `session ${id}`, session: { id } };
    return { outcome: 'accepted', principal };
  }

  async #load(hash: string): Promise<KnownToken | undefined> {
    const token = await tokenStore.findBySecretHash(this.#database.read, hash);
    if (!token || !equalHashes(token.secretHash, hash)) return undefined;
    const owner =
      token.owner.type === 'user'
        ? await userStore.find(this.#database.read, token.owner.id)
        : undefined;
    return {
      token,
      rights: compileRights(token.policies, token.owner),
      email: owner?.email ?? null,
    };
  }
}

function verifyKey(user: User | undefined, keyHash: string, clientAddress: string): Verification {
  if (!user || !equalHashes(user.keyHash, keyHash)) return { outcome: 'unknown' };
  const principal: Principal = {
    actor: { type: 'user', id: user.id, email: user.email, ip: clientAddress },
    rateKey: user.id,
    token: undefined,
    userId: user.id,
    ...compileRights([administratorPolicy(user)]),
  };
  return { outcome: 'accepted', principal };
}

/** Grants every right on everything. */
export function administratorPolicy(user: Pick<User, 'id'>) {
  return {
    id: user.id,
    effect: 'allow',
    resources: {
      'palisade.account.*': '*',
      'palisade.account.zone.*': '*',
      [`palisade.user.${user.id}`]: '*',
    },
    permissionGroupIds: [administratorGroup.id],
  } as const;
}
