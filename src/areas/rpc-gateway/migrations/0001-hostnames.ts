import type { Migration } from '../../../storage/migrator.ts';

export const hostnameTables: Migration = {
  name: 'rpc-gateway/0001-hostnames',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('web3_hostnames')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) => c.notNull())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('web3_hostnames_by_name')
      .unique()
      .on('web3_hostnames')
      .columns(['zone_id', 'name'])
      .execute();
    await db.schema
      .createIndex('web3_hostnames_by_account')
      .on('web3_hostnames')
      .column('account_id')
      .execute();
    await db.schema
      .createTable('web3_access_keys')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('hostname_id', text, (c) =>
        c.notNull().references('web3_hostnames.id').onDelete('cascade'),
      )
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('key_hash', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('web3_access_keys_by_hostname')
      .on('web3_access_keys')
      .columns(['hostname_id', 'created_at', 'id'])
      .execute();
  },
};
