import type { Migration } from '../../../storage/migrator.ts';

/** Every ruleset has a description, which is empty by default, as clients expect. */
export const rulesetsDescriptionsOfAll: Migration = {
  name: 'rulesets/0006-descriptions-of-all',
  async up(db) {
    await db.schema.alterTable('ruleset_versions').dropColumn('has_description').execute();
  },
};
