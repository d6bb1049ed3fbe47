import type { Migration } from '../../../storage/migrator.ts';

/** Time of the last request to retry the deliveries of a job at once; null if there was none. */
export const logpushRetries: Migration = {
  name: 'logpush/0004-retries',
  async up(db, { bigint }) {
    await db.schema.alterTable('logpush_jobs').addColumn('retried_at', bigint).execute();
  },
};
