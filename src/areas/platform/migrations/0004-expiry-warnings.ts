import type { Migration } from '../../../storage/migrator.ts';

export const expiryWarnings: Migration = {
  name: 'platform/0004-expiry-warnings',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('expiry_warnings')
      .addColumn('alert_id', text, (c) => c.primaryKey())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .execute();
  },
};
