import { createIndexes, type Migration } from '../../../storage/migrator.ts';

export const rpcGatewayBaseline: Migration = {
  name: 'rpc-gateway/0001-baseline',
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
    await createIndexes(db, 'web3_hostnames', { web3_hostnames_by_account: ['account_id'] });
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
    await createIndexes(db, 'web3_access_keys', {
      web3_access_keys_by_hostname: ['hostname_id', 'created_at', 'id'],
    });

    // No foreign key: counts may arrive after their hostname was deleted.
    await db.schema
      .createTable('web3_usage')
      .addColumn('hostname_id', text, (c) => c.notNull())
      .addColumn('hour_at', bigint, (c) => c.notNull())
      .addColumn('status', bigint, (c) => c.notNull())
      .addColumn('requests', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('web3_usage_key', ['hostname_id', 'hour_at', 'status'])
      .execute();
    await createIndexes(db, 'web3_usage', { web3_usage_by_hour: ['hour_at'] });
  },
};
