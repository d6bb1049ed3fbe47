import type { Migration } from '../migrator.ts';

/** What each node says about itself to the others. */
export const nodeReports: Migration = {
  name: 'storage/0003-node-reports',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('node_reports')
      .addColumn('node', text, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('report_json', text, (c) => c.notNull())
      .addColumn('version', bigint, (c) => c.notNull())
      .addColumn('reported_at', bigint, (c) => c.notNull())
      .execute();
  },
};
