import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Which lists the filters of firewall rules use. */
export const rulesetsFilterLists: Migration = {
  name: 'rulesets/0004-filter-lists',
  async up(db, { text }) {
    // Filters are in an area that follows this one, so that a reference to their table is not possible.
    await db.schema
      .createTable('list_filter_references')
      .addColumn('list_id', text, (c) => c.notNull().references('lists.id').onDelete('cascade'))
      .addColumn('filter_id', text, (c) => c.notNull())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('list_filter_references_key', ['filter_id', 'list_id'])
      .execute();
    await createIndexes(db, 'list_filter_references', {
      list_filter_references_by_list: ['list_id'],
      list_filter_references_by_zone: ['zone_id'],
    });
  },
};
