import type { Migration } from '../../../storage/migrator.ts';

/** Items that are frequent already stay so; the others need three visitors from now on. */
export const visitorsOfItems: Migration = {
  name: 'page-monitoring/0003-visitors-of-items',
  async up(db, { text, bigint }) {
    await db.schema
      .alterTable('page_items')
      .addColumn('visitors_json', text, (c) => c.notNull().defaultTo('[]'))
      .execute();

    await db.schema
      .createTable('page_refused_items')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('day_at', bigint, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('page_refused_items_key', ['zone_id', 'kind', 'day_at'])
      .execute();
  },
};
