import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Signed-in dashboards, and codes that sign in once. */
export const platformSessions: Migration = {
  name: 'platform/0002-sessions',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('sessions')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('secret_hash', text, (c) => c.notNull().unique())
      .addColumn('credential_hash', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('last_used_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'sessions', {
      sessions_by_credential: ['credential_hash', 'last_used_at'],
      sessions_by_last_use: ['last_used_at'],
    });
    await db.schema
      .createTable('sign_in_codes')
      .addColumn('code_hash', text, (c) => c.primaryKey())
      .addColumn('credential_hash', text, (c) => c.notNull())
      .addColumn('user_id', text, (c) => c.references('users.id').onDelete('cascade'))
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .execute();
  },
};
