import type { Migration } from '../../../storage/migrator.ts';

/** Signing keys in the expressions of policies, encrypted; null if there are none. */
export const pageMonitoringSecrets: Migration = {
  name: 'page-monitoring/0002-secrets',
  async up(db, { text }) {
    await db.schema.alterTable('page_policies').addColumn('secrets', text).execute();
  },
};
