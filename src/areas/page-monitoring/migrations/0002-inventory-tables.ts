import type { CreateTableBuilder } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

const scores = [
  'js_integrity_score',
  'magecart_score',
  'malware_score',
  'cryptomining_score',
  'obfuscation_score',
  'dataflow_score',
] as const;

/**
 * Items have no foreign key to their zone, since deleting a zone must not wait for a million items. The trim job
 * removes the items of deleted zones.
 */
export const pageInventoryTables: Migration = {
  name: 'page-monitoring/0002-inventory-tables',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('page_items')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('url_host', text, (c) => c.notNull())
      .addColumn('class', 'integer', (c) => c.notNull())
      .addColumn('reports', bigint, (c) => c.notNull())
      .addColumn('added_at', bigint, (c) => c.notNull())
      .addColumn('first_seen_at', bigint, (c) => c.notNull())
      .addColumn('last_seen_at', bigint, (c) => c.notNull())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .addColumn('first_page_url', text, (c) => c.notNull())
      .addColumn('page_urls_json', text, (c) => c.notNull())
      .addColumn('domain_threats_json', text)
      .addColumn('url_threats_json', text)
      .execute();
    const indexes = {
      page_items_by_last_seen: ['zone_id', 'kind', 'class', 'last_seen_at', 'id'],
      page_items_by_first_seen: ['zone_id', 'kind', 'class', 'first_seen_at', 'id'],
      page_items_by_host: ['zone_id', 'kind', 'host', 'class', 'last_seen_at', 'id'],
      page_items_by_domain: ['zone_id', 'kind', 'url_host'],
      page_items_by_expiry: ['expires_at'],
    };
    for (const [name, columns] of Object.entries(indexes)) {
      await db.schema.createIndex(name).on('page_items').columns(columns).execute();
    }

    await withScores(db.schema.createTable('page_scripts'))
      .addColumn('item_id', text, (c) =>
        c.primaryKey().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('hash', text)
      .addColumn('fetched_at', bigint, (c) => c.notNull())
      .addColumn('copy_key', text)
      .execute();
    await db.schema
      .createIndex('page_scripts_by_copy')
      .on('page_scripts')
      .columns(['copy_key'])
      .execute();

    await withScores(db.schema.createTable('page_script_versions'))
      .addColumn('item_id', text, (c) =>
        c.notNull().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('fetched_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('page_script_versions_key', ['item_id', 'number'])
      .execute();

    await db.schema
      .createTable('page_cookies')
      .addColumn('item_id', text, (c) =>
        c.primaryKey().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('domain', text, (c) => c.notNull())
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('same_site', text)
      .addColumn('secure', 'integer')
      .addColumn('http_only', 'integer')
      .addColumn('expires_at', bigint)
      .addColumn('max_age', bigint)
      .execute();

    await db.schema
      .createTable('page_messages')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('taken_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('page_messages_by_time')
      .on('page_messages')
      .columns(['taken_at'])
      .execute();
  },
};

function withScores(table: CreateTableBuilder<string>) {
  let result = table;
  for (const score of scores) result = result.addColumn(score, 'integer');
  return result;
}
