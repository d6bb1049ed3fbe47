import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../dialect.ts';
import type { Migration } from '../migrator.ts';

/**
 * Tasks get a number that grows in the order of enqueuing, and a key whose tasks run in that order.
 * SQLite cannot add such a number to a table, so the rows move into a new one. All new columns have
 * defaults: a node of the previous version can still add and run tasks.
 */
export const orderedTasks: Migration = {
  name: 'storage/0002-ordered-tasks',
  async up(db, columns) {
    await createTable(db, columns);
    await sql`
      insert into new_tasks (id, queue, payload, state, attempts, run_at, claimed_by, claimed_until,
        last_error, created_at)
      select id, queue, payload, state, attempts, run_at, claimed_by, claimed_until, last_error,
        created_at
      from tasks order by created_at, id
    `.execute(db);
    await db.schema.dropTable('tasks').execute();
    await db.schema.alterTable('new_tasks').renameTo('tasks').execute();
    await createIndexes(db);
  },
};

async function createTable(
  db: Kysely<unknown>,
  { text, bigint, sequence }: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable('new_tasks')
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
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('tasks_by_due_time')
    .on('tasks')
    .columns(['queue', 'state', 'run_at', 'seq'])
    .execute();
  await db.schema
    .createIndex('tasks_by_key')
    .on('tasks')
    .columns(['queue', 'task_key', 'state', 'seq'])
    .where(sql.ref('task_key'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('tasks_by_scheduling_time')
    .on('tasks')
    .columns(['queue', 'state', 'scheduled_at'])
    .execute();
}
