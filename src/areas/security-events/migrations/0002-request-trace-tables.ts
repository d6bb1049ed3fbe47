import type { Migration } from '../../../storage/migrator.ts';

/** Like events, traces have no foreign key to their zone. The trim job removes those of deleted zones. */
export const requestTraceTables: Migration = {
  name: 'security-events/0002-request-trace-tables',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('request_traces')
      .addColumn('seq', bigint, sequence)
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('ray_id', text, (c) => c.notNull())
      .addColumn('occurred_at', bigint, (c) => c.notNull())
      .addColumn('trace_json', text, (c) => c.notNull())
      .addUniqueConstraint('request_traces_ray', ['zone_id', 'ray_id'])
      .execute();
    await db.schema
      .createIndex('request_traces_by_time')
      .on('request_traces')
      .columns(['zone_id', 'occurred_at', 'seq'])
      .execute();
  },
};
