import { sql } from 'kysely';
import type { Migration } from '../migrator.ts';

/** Live tasks of a queue by age, whatever their state and however often they were postponed. */
export const tasksByAge: Migration = {
  name: 'storage/0004-tasks-by-age',
  async up(db) {
    await db.schema
      .createIndex('tasks_by_age')
      .on('tasks')
      .columns(['queue', 'created_at', 'seq'])
      .where(sql.ref('state'), '<>', sql.lit('dead'))
      .execute();
  },
};
