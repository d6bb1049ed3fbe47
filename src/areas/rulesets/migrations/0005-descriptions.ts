import type { Migration } from '../../../storage/migrator.ts';

/** Whether a ruleset has a description. Without one, the column with the text is empty, since it must not be null. */
export const rulesetsDescriptions: Migration = {
  name: 'rulesets/0005-descriptions',
  async up(db) {
    await db.schema
      .alterTable('ruleset_versions')
      .addColumn('has_description', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  },
};
