import { sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

/** Storage keeps the positions in topics now, for all areas. */
export const pageSharedPositions: Migration = {
  name: 'page-monitoring/0010-shared-positions',
  async up(db) {
    await sql`
      insert into topic_positions (consumer, topic, stream, number, taken_at)
      select 'page-monitoring', topic, stream, number, taken_at from page_positions
    `.execute(db);
    await db.schema.dropTable('page_positions').execute();
  },
};
