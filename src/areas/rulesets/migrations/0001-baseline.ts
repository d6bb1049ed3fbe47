import { createIndexes, type Migration } from '../../../storage/migrator.ts';

export const rulesetsBaseline: Migration = {
  name: 'rulesets/0001-baseline',
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
    await createIndexes(db, 'rulesets', {
      rulesets_by_zone: ['zone_id', 'id'],
      rulesets_by_account: ['account_id', 'zone_id', 'id'],
    });

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
      // How long the rules are. The index has all that the retention of versions asks for.
      .addColumn('bytes', bigint, (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('ruleset_versions_key', ['ruleset_id', 'version'])
      .execute();
    await createIndexes(db, 'ruleset_versions', {
      ruleset_versions_by_size: ['ruleset_id', 'version', 'bytes'],
    });

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
    await createIndexes(db, 'ruleset_references', { ruleset_references_by_target: ['target_id'] });

    await db.schema
      .createTable('lists')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('item_count', bigint, (c) => c.notNull())
      .addColumn('last_seq', bigint, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addUniqueConstraint('lists_name', ['account_id', 'name'])
      .execute();

    await db.schema
      .createTable('list_items')
      .addColumn('list_id', text, (c) => c.notNull().references('lists.id').onDelete('cascade'))
      .addColumn('seq', bigint, (c) => c.notNull())
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('item_key', text, (c) => c.notNull())
      .addColumn('search_text', text, (c) => c.notNull())
      .addColumn('item_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('list_items_order', ['list_id', 'seq'])
      .addUniqueConstraint('list_items_id', ['list_id', 'id'])
      .addUniqueConstraint('list_items_key', ['list_id', 'item_key'])
      .execute();

    await db.schema
      .createTable('list_references')
      .addColumn('list_id', text, (c) => c.notNull().references('lists.id').onDelete('cascade'))
      .addColumn('ruleset_id', text, (c) =>
        c.notNull().references('rulesets.id').onDelete('cascade'),
      )
      .addColumn('rule_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('list_references_key', ['list_id', 'ruleset_id', 'rule_id'])
      .execute();
    await createIndexes(db, 'list_references', { list_references_by_ruleset: ['ruleset_id'] });

    await db.schema
      .createTable('list_operations')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('completed_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'list_operations', {
      list_operations_by_account: ['account_id', 'completed_at', 'id'],
    });

    await db.schema
      .createTable('token_configurations')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'token_configurations', {
      token_configurations_by_zone: ['zone_id', 'created_at', 'id'],
    });
  },
};
