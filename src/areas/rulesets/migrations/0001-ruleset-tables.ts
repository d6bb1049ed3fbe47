import type { Migration } from '../../../storage/migrator.ts';

export const rulesetTables: Migration = {
  name: 'rulesets/0001-ruleset-tables',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('rulesets')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('zone_id', text, (c) => c.references('zones.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('phase', text, (c) => c.notNull())
      .addColumn('version', bigint, (c) => c.notNull())
      .addColumn('entry_point_key', text, (c) => c.unique())
      .execute();
    await db.schema
      .createIndex('rulesets_by_zone')
      .on('rulesets')
      .columns(['zone_id', 'id'])
      .execute();
    await db.schema
      .createIndex('rulesets_by_account')
      .on('rulesets')
      .columns(['account_id', 'zone_id', 'id'])
      .execute();

    await db.schema
      .createTable('ruleset_versions')
      .addColumn('ruleset_id', text, (c) =>
        c.notNull().references('rulesets.id').onDelete('cascade'),
      )
      .addColumn('version', bigint, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('rules_json', text, (c) => c.notNull())
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('ruleset_versions_key', ['ruleset_id', 'version'])
      .execute();

    await db.schema
      .createTable('ruleset_references')
      .addColumn('ruleset_id', text, (c) =>
        c.notNull().references('rulesets.id').onDelete('cascade'),
      )
      .addColumn('target_id', text, (c) => c.notNull())
      .addColumn('target_version', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('ruleset_references_key', [
        'ruleset_id',
        'target_id',
        'target_version',
      ])
      .execute();
    await db.schema
      .createIndex('ruleset_references_by_target')
      .on('ruleset_references')
      .columns(['target_id'])
      .execute();
  },
};
