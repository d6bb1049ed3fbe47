import type { Migration } from '../../../storage/migrator.ts';

/** When someone asked last to try the deliveries of a job at once; null if nobody did. */
export const logpushRetries: Migration = {
  name: 'logpush/0004-retries',
  async up(db, { bigint }) {
    await db.schema.alterTable('logpush_jobs').addColumn('retried_at', bigint).execute();
  },
};
