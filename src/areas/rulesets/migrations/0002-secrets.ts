import type { Migration } from '../../../storage/migrator.ts';

/** The secret parts of rules and token configurations, encrypted; null if there are none. */
export const rulesetsSecrets: Migration = {
  name: 'rulesets/0002-secrets',
  async up(db, { text }) {
    for (const table of ['ruleset_versions', 'token_configurations']) {
      await db.schema.alterTable(table).addColumn('secrets', text).execute();
    }
  },
};
