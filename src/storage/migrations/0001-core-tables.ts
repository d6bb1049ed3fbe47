import type { Migration } from '../migrator.ts';

/** Outbox, audit log, leases and tasks: the tables that every area writes through the kit. */
export const coreTables: Migration = {
  name: 'storage/0001-core-tables',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('outbox')
      .addColumn('seq', bigint, sequence)
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('resource', text, (c) => c.notNull())
      .addColumn('resource_id', text, (c) => c.notNull())
      .addColumn('account_id', text)
      .addColumn('zone_id', text)
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('outbox_by_age').on('outbox').columns(['created_at']).execute();

    await db.schema
      .createTable('audit_entries')
      .addColumn('seq', bigint, sequence)
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('resource', text, (c) => c.notNull())
      .addColumn('resource_id', text, (c) => c.notNull())
      .addColumn('account_id', text)
      .addColumn('zone_id', text)
      .addColumn('actor_type', text, (c) => c.notNull())
      .addColumn('actor_id', text, (c) => c.notNull())
      .addColumn('actor_email', text)
      .addColumn('actor_ip', text)
      .addColumn('before', text)
      .addColumn('after', text)
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('audit_entries_by_account')
      .on('audit_entries')
      .columns(['account_id', 'seq'])
      .execute();
    await db.schema
      .createIndex('audit_entries_by_age')
      .on('audit_entries')
      .columns(['account_id', 'created_at'])
      .execute();

    await db.schema
      .createTable('leases')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('holder', text, (c) => c.notNull())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .addColumn('epoch', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('tasks')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('queue', text, (c) => c.notNull())
      .addColumn('payload', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('run_at', bigint, (c) => c.notNull())
      .addColumn('claimed_by', text)
      .addColumn('claimed_until', bigint, (c) => c.notNull())
      .addColumn('last_error', text)
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('tasks_by_due_time')
      .on('tasks')
      .columns(['queue', 'state', 'run_at', 'id'])
      .execute();
  },
};
