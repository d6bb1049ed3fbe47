import type { CreateTableBuilder } from 'kysely';
import type { ColumnTypes } from '../../../storage/dialect.ts';
import { createIndexes, type Migration } from '../../../storage/migrator.ts';

export const previousFirewallBaseline: Migration = {
  name: 'previous-firewall/0001-baseline',
  async up(db, types) {
    const { text } = types;
    const documents = (name: string) => documentColumns(db.schema.createTable(name), types);
    await documents('filters')
      .addColumn('expression_digest', text, (c) => c.notNull())
      .addUniqueConstraint('filters_by_expression', ['zone_id', 'expression_digest'])
      .execute();
    await documents('firewall_rules')
      .addColumn('filter_id', text, (c) => c.notNull().references('filters.id'))
      .execute();
    await createIndexes(db, 'firewall_rules', { firewall_rules_by_filter: ['filter_id'] });
    await documents('page_rules').execute();
    await documents('uri_overrides').execute();
    for (const table of ['filters', 'firewall_rules', 'page_rules', 'uri_overrides'] as const) {
      await createIndexes(db, table, { [`${table}_by_zone`]: ['zone_id', 'created_at', 'id'] });
    }

    await db.schema
      .createTable('previous_packages')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('package_id', text, (c) => c.notNull())
      .addColumn('sensitivity', text)
      .addColumn('action_mode', text)
      .addPrimaryKeyConstraint('previous_packages_key', ['zone_id', 'package_id'])
      .execute();
    await db.schema
      .createTable('previous_rule_modes')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('mode', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('previous_rule_modes_key', ['zone_id', 'id'])
      .execute();
  },
};

function documentColumns<Name extends string>(
  table: CreateTableBuilder<Name>,
  { text, bigint }: ColumnTypes,
) {
  return table
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
    .addColumn('document_json', text, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('modified_at', bigint, (c) => c.notNull());
}
