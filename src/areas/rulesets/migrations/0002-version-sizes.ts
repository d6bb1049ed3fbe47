import { sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

/** How long the rules of a version are. The index has all that the retention of versions asks for. */
export const versionSizes: Migration = {
  name: 'rulesets/0002-version-sizes',
  async up(db, { bigint }) {
    await db.schema
      .alterTable('ruleset_versions')
      .addColumn('bytes', bigint, (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update ruleset_versions set bytes = length(rules_json)`.execute(db);
    await db.schema
      .createIndex('ruleset_versions_by_size')
      .on('ruleset_versions')
      .columns(['ruleset_id', 'version', 'bytes'])
      .execute();
  },
};
