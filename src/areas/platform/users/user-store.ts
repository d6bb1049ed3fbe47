import type { Kysely, Selectable } from 'kysely';
import type { PlatformTables, UserTable } from '../platform-tables.ts';
import type { User } from './user-model.ts';

/** Reads and writes single users. */
export const userStore = {
  async find(db: Kysely<PlatformTables>, id: string): Promise<User | undefined> {
    const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
    return row && mapUser(row);
  },

  async findByEmail(db: Kysely<PlatformTables>, email: string): Promise<User | undefined> {
    const row = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst();
    return row && mapUser(row);
  },

  /** The user that the first start created. */
  async findFirst(db: Kysely<PlatformTables>): Promise<User | undefined> {
    const row = await db
      .selectFrom('users')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirst();
    return row && mapUser(row);
  },

  async insert(db: Kysely<PlatformTables>, user: User): Promise<void> {
    await db.insertInto('users').values(toRow(user)).execute();
  },

  async update(db: Kysely<PlatformTables>, user: User): Promise<void> {
    await db.updateTable('users').set(toRow(user)).where('id', '=', user.id).execute();
  },
};

function mapUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    email: row.email,
    keyHash: row.key_hash,
    profile: JSON.parse(row.profile_json),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

function toRow(user: User): UserTable {
  return {
    id: user.id,
    email: user.email.toLowerCase(),
    key_hash: user.keyHash,
    profile_json: JSON.stringify(user.profile),
    created_at: user.createdAt,
    modified_at: user.modifiedAt,
  };
}
