import type { Migration } from '../../../storage/migrator.ts';

/** When jobs were enabled; null for jobs that were last written before. */
export const logpushPeriods: Migration = {
  name: 'logpush/0002-periods',
  async up(db, { text }) {
    await db.schema.alterTable('logpush_jobs').addColumn('periods_json', text).execute();
  },
};
