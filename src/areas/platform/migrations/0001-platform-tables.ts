import type { Migration } from '../../../storage/migrator.ts';

export const platformTables: Migration = {
  name: 'platform/0001-platform-tables',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('accounts')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('name_key', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('settings_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('accounts_by_name')
      .on('accounts')
      .columns(['name_key', 'id'])
      .execute();

    await db.schema
      .createTable('users')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('email', text, (c) => c.notNull().unique())
      .addColumn('key_hash', text, (c) => c.notNull())
      .addColumn('profile_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('zones')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull().unique())
      .addColumn('account_id', text, (c) => c.notNull().references('accounts.id'))
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('paused', 'integer', (c) => c.notNull())
      .addColumn('plan', text, (c) => c.notNull())
      .addColumn('vanity_name_servers_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addColumn('activated_at', bigint)
      .execute();
    for (const column of ['account_id', 'status', 'plan']) {
      await db.schema
        .createIndex(`zones_by_${column}`)
        .on('zones')
        .columns([column, 'name'])
        .execute();
    }

    await db.schema
      .createTable('tokens')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('owner_type', text, (c) => c.notNull())
      .addColumn('owner_id', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('secret_hash', text, (c) => c.notNull().unique())
      .addColumn('policies_json', text, (c) => c.notNull())
      .addColumn('condition_json', text)
      .addColumn('not_before', bigint)
      .addColumn('expires_on', bigint)
      .addColumn('issued_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addColumn('last_used_at', bigint)
      .addColumn('managed_by', text)
      .execute();
    await db.schema
      .createIndex('tokens_by_owner')
      .on('tokens')
      .columns(['owner_type', 'owner_id', 'issued_at', 'id'])
      .execute();
  },
};
