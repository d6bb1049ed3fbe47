import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PlatformTables, SessionTable, SignInCodeTable } from '../platform-tables.ts';
import { CODE_MS, IDLE_MS, LONGEST_MS, type Session, type SignInCode } from './session-model.ts';

/** The most sessions of a credential; a new one replaces the one that was not used for longest. */
const MOST_SESSIONS = 50;
const MOST_CODES = 10;

type Db = Kysely<PlatformTables>;
type Tx = Transaction<PlatformTables>;

export const sessionStore = {
  async find(db: Db, secretHash: string): Promise<Session | undefined> {
    const row = await db
      .selectFrom('sessions')
      .selectAll()
      .where('secret_hash', '=', secretHash)
      .executeTakeFirst();
    return row && mapSession(row);
  },

  async findById(db: Db, id: string): Promise<Session | undefined> {
    const row = await db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
    return row && mapSession(row);
  },

  async insert(tx: Tx, session: Session): Promise<void> {
    const { id, secretHash, credential, createdAt, lastUsedAt } = session;
    const oldest = tx
      .selectFrom('sessions')
      .select('id')
      .where('credential_hash', '=', credential.hash)
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .limit(1_000)
      .offset(MOST_SESSIONS - 1);
    await tx.deleteFrom('sessions').where('id', 'in', oldest).execute();
    await tx
      .insertInto('sessions')
      .values({
        id,
        secret_hash: secretHash,
        credential_hash: credential.hash,
        user_id: credential.userId ?? null,
        created_at: createdAt,
        last_used_at: lastUsedAt,
      })
      .execute();
  },

  /** Whether it was there. */
  async delete(tx: Tx, id: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  /** Other nodes may have stored a later time. */
  async setLastUsed(tx: Tx, id: string, at: number): Promise<void> {
    await tx
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .where('last_used_at', '<', at)
      .execute();
  },

  async insertCode(tx: Tx, { hash, credential, expiresAt }: SignInCode): Promise<void> {
    const oldest = tx
      .selectFrom('sign_in_codes')
      .select('code_hash')
      .where('credential_hash', '=', credential.hash)
      .orderBy('expires_at', 'desc')
      .orderBy('code_hash')
      .limit(1_000)
      .offset(MOST_CODES - 1);
    await tx.deleteFrom('sign_in_codes').where('code_hash', 'in', oldest).execute();
    await tx
      .insertInto('sign_in_codes')
      .values({
        code_hash: hash,
        credential_hash: credential.hash,
        user_id: credential.userId ?? null,
        expires_at: expiresAt,
      })
      .execute();
  },

  /** Removes the code. Of two callers only one gets it. */
  async takeCode(tx: Tx, hash: string): Promise<SignInCode | undefined> {
    const row = await tx
      .deleteFrom('sign_in_codes')
      .where('code_hash', '=', hash)
      .returningAll()
      .executeTakeFirst();
    return row && mapCode(row);
  },

  async removeEnded(tx: Tx, now: number): Promise<void> {
    await tx
      .deleteFrom('sessions')
      .where((eb) =>
        eb.or([eb('created_at', '<', now - LONGEST_MS), eb('last_used_at', '<', now - IDLE_MS)]),
      )
      .execute();
    await tx
      .deleteFrom('sign_in_codes')
      .where('expires_at', '<', now - CODE_MS)
      .execute();
  },
};

function mapSession(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    credential: { hash: row.credential_hash, userId: row.user_id ?? undefined },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

function mapCode(row: Selectable<SignInCodeTable>): SignInCode {
  return {
    hash: row.code_hash,
    credential: { hash: row.credential_hash, userId: row.user_id ?? undefined },
    expiresAt: row.expires_at,
  };
}
