import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** A job belongs to a zone or to an account. All else is deleted with its job or zone. */
export const logpushBaseline: Migration = {
  name: 'logpush/0001-baseline',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('logpush_numbers')
      .addColumn('name', text, (c) => c.primaryKey())
      .addColumn('number', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('logpush_jobs')
      .addColumn('id', bigint, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.references('zones.id').onDelete('cascade'))
      .addColumn('account_id', text, (c) => c.references('accounts.id').onDelete('cascade'))
      .addColumn('dataset', text, (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('enabled_at', bigint, (c) => c.notNull())
      .addColumn('version', bigint, (c) => c.notNull())
      .addColumn('destination', text, (c) => c.notNull())
      .addColumn('destination_key', text, (c) => c.notNull())
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'logpush_jobs', {
      logpush_jobs_by_zone_id: ['zone_id', 'id'],
      logpush_jobs_by_account_id: ['account_id', 'id'],
      logpush_jobs_by_enabled: ['enabled', 'id'],
    });

    await db.schema
      .createTable('logpush_job_nodes')
      .addColumn('job_id', bigint, (c) =>
        c.notNull().references('logpush_jobs.id').onDelete('cascade'),
      )
      .addColumn('node', text, (c) => c.notNull())
      .addColumn('ledger_json', text, (c) => c.notNull())
      .addColumn('last_complete', bigint)
      .addColumn('failed_at', bigint)
      .addColumn('failing_since', bigint)
      .addColumn('failure', text)
      .addColumn('reported_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('logpush_job_nodes_key', ['job_id', 'node'])
      .execute();

    await db.schema
      .createTable('logpush_batches')
      .addColumn('seq', bigint, sequence)
      .addColumn('job_id', bigint, (c) =>
        c.notNull().references('logpush_jobs.id').onDelete('cascade'),
      )
      .addColumn('batch_id', text, (c) => c.notNull())
      .addColumn('node', text, (c) => c.notNull())
      .addColumn('batch_json', text, (c) => c.notNull())
      .addUniqueConstraint('logpush_batches_key', ['job_id', 'batch_id'])
      .execute();
    await createIndexes(db, 'logpush_batches', { logpush_batches_by_job: ['job_id', 'seq'] });

    await db.schema
      .createTable('logpush_replays')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('job_id', bigint, (c) =>
        c.notNull().references('logpush_jobs.id').onDelete('cascade'),
      )
      .addColumn('from_time', bigint, (c) => c.notNull())
      .addColumn('to_time', bigint, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'logpush_replays', {
      logpush_replays_by_job: ['job_id', 'created_at', 'id'],
    });

    await db.schema
      .createTable('logpush_replay_nodes')
      .addColumn('replay_id', text, (c) =>
        c.notNull().references('logpush_replays.id').onDelete('cascade'),
      )
      .addColumn('node', text, (c) => c.notNull())
      .addColumn('finished_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('logpush_replay_nodes_key', ['replay_id', 'node'])
      .execute();

    await db.schema
      .createTable('logpush_live_sessions')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('session', text, (c) => c.notNull())
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('heard_at', bigint, (c) => c.notNull())
      .execute();
  },
};
