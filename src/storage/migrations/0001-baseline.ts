import { sql } from 'kysely';
import { createIndexes, type Migration } from '../migrator.ts';

/** The tables that every area writes through the kit: outbox, audit log, leases, tasks, positions in topics. */
export const coreBaseline: Migration = {
  name: 'storage/0001-baseline',
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
    await createIndexes(db, 'outbox', { outbox_by_age: ['created_at'] });

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
    await createIndexes(db, 'audit_entries', {
      audit_entries_by_account: ['account_id', 'seq'],
      audit_entries_by_age: ['account_id', 'created_at'],
    });

    await db.schema
      .createTable('leases')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('holder', text, (c) => c.notNull())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .addColumn('epoch', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('tasks')
      .addColumn('seq', bigint, sequence)
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('queue', text, (c) => c.notNull())
      .addColumn('task_key', text)
      .addColumn('payload', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('run_at', bigint, (c) => c.notNull())
      .addColumn('scheduled_at', bigint, (c) => c.notNull().defaultTo(0))
      .addColumn('first_due_at', bigint, (c) => c.notNull().defaultTo(0))
      .addColumn('claimed_by', text)
      .addColumn('claimed_until', bigint, (c) => c.notNull())
      .addColumn('last_error', text)
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'tasks', {
      tasks_by_due_time: ['queue', 'state', 'run_at', 'seq'],
      tasks_by_scheduling_time: ['queue', 'state', 'scheduled_at'],
    });
    await db.schema
      .createIndex('tasks_by_key')
      .on('tasks')
      .columns(['queue', 'task_key', 'state', 'seq'])
      .where(sql.ref('task_key'), 'is not', null)
      .execute();
    // Live tasks of a queue by age, whatever their state and however often they were postponed.
    await db.schema
      .createIndex('tasks_by_age')
      .on('tasks')
      .columns(['queue', 'created_at', 'seq'])
      .where(sql.ref('state'), '<>', sql.lit('dead'))
      .execute();

    await db.schema
      .createTable('topic_positions')
      .addColumn('consumer', text, (c) => c.notNull())
      .addColumn('topic', text, (c) => c.notNull())
      .addColumn('stream', text, (c) => c.notNull())
      .addColumn('number', bigint, (c) => c.notNull())
      .addColumn('taken_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('topic_positions_key', ['consumer', 'topic', 'stream'])
      .execute();
  },
};
