import type { Migration } from '../../../storage/migrator.ts';

/** Lists of an account, their items, the rules that use them, and operations that changed many items. */
export const listTables: Migration = {
  name: 'rulesets/0003-lists',
  async up(db, { text, bigint }) {
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
    await db.schema
      .createIndex('list_references_by_ruleset')
      .on('list_references')
      .columns(['ruleset_id'])
      .execute();

    await db.schema
      .createTable('list_operations')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('completed_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('list_operations_by_account')
      .on('list_operations')
      .columns(['account_id', 'completed_at', 'id'])
      .execute();
  },
};
