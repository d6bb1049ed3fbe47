import type { Migration } from '../../../storage/migrator.ts';

/** Counts may arrive after their hostname was deleted, so that they do not refer to it. */
export const usageTable: Migration = {
  name: 'rpc-gateway/0002-usage',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('web3_usage')
      .addColumn('hostname_id', text, (c) => c.notNull())
      .addColumn('hour_at', bigint, (c) => c.notNull())
      .addColumn('status', bigint, (c) => c.notNull())
      .addColumn('requests', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('web3_usage_key', ['hostname_id', 'hour_at', 'status'])
      .execute();
    await db.schema.createIndex('web3_usage_by_hour').on('web3_usage').column('hour_at').execute();
  },
};
