import { createIndexes, type Migration } from '../../../storage/migrator.ts';

export const platformBaseline: Migration = {
  name: 'platform/0001-baseline',
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
    await createIndexes(db, 'accounts', { accounts_by_name: ['name_key', 'id'] });

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
    await createIndexes(db, 'zones', {
      zones_by_account_id: ['account_id', 'name'],
      zones_by_status: ['status', 'name'],
      zones_by_plan: ['plan', 'name'],
    });

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
    await createIndexes(db, 'tokens', {
      tokens_by_owner: ['owner_type', 'owner_id', 'issued_at', 'id'],
    });

    await db.schema
      .createTable('url_normalizations')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('scope', text, (c) => c.notNull())
      .addColumn('ambiguous_paths', text, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('zone_settings')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('value_json', text, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('zone_settings_key', ['zone_id', 'id'])
      .execute();
    await db.schema
      .createTable('zone_subscriptions')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('frequency', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('zone_holds')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('include_subdomains', 'integer', (c) => c.notNull())
      .addColumn('hold_after', bigint)
      .execute();

    await db.schema
      .createTable('expiry_warnings')
      .addColumn('alert_id', text, (c) => c.primaryKey())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .execute();
  },
};
