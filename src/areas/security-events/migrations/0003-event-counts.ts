import { type Kysely, sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

/** The number of rows of each zone, so that the trim job does not have to count them. */
export const eventCounts: Migration = {
  name: 'security-events/0003-event-counts',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('event_counts')
      .addColumn('table_name', text, (c) => c.notNull())
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('event_counts_key', ['table_name', 'zone_id'])
      .execute();
    for (const table of ['security_events', 'request_traces']) await countRows(db, table);
  },
};

async function countRows(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    insert into event_counts (table_name, zone_id, count)
    select ${sql.lit(table)}, zone_id, count(*) from ${sql.table(table)} group by zone_id
  `.execute(db);
}
